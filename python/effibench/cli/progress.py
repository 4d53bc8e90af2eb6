"""A progress line on stderr while a terminal is looking."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator

Progress = Callable[[int, int, str], None]


@contextlib.contextmanager
def progress_line() -> Iterator[Progress | None]:
    """Yields a callback for `Session(progress=…)`; None when stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        line = bar.add_task("starting", total=None)

        def show(done: int, total: int, what: str) -> None:
            bar.update(line, completed=done, total=total, description=what)

        yield show
