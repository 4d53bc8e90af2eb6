"""The file that a search over a benchmark can be continued from."""

from __future__ import annotations

from pathlib import Path

from effibench.audit.journal import Findings
from effibench.stress.record import SCHEMA_VERSION, StressFinding, StressSettings


class Journal(Findings[StressFinding]):
    """See `audit.journal`."""

    def __init__(self, path: Path, benchmark: str, settings: StressSettings) -> None:
        """Opens a journal or begins one.

        Raises:
            UsageError: the file belongs to another benchmark or other settings.
            DatasetError: it cannot be read or written.
        """
        super().__init__(
            path, benchmark, settings, kind=StressFinding, schema=SCHEMA_VERSION, what="effibench stress"
        )
