"""The capability report for people."""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from effibench.model import Protection

_STATE_STYLE = {"on": "green", "partial": "yellow", "off": "yellow"}
# Steps of the set-up that always run or fail the child; the report shows what can differ between machines.
_ALWAYS_ON = frozenset(
    {
        "parent_death_signal",
        "parent_death_signal_again",
        "session",
        "descriptors",
        "signals",
        "affinity",
        "limits",
        "nice",
        "scratch",
        "not_dumpable",
        "no_new_privileges",
    }
)


def active_protections(protections: Iterable[Protection]) -> str:
    """The active protections that another machine may lack."""
    return ", ".join(p.name for p in protections if p.state == "on" and p.name not in _ALWAYS_ON)


def protection_table(protections: Iterable[Protection]) -> Table:
    """The capability report."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("protection", "state", "why"):
        table.add_column(title)
    for protection in protections:
        style = _STATE_STYLE.get(protection.state, "red")
        table.add_row(protection.name, Text(protection.state, style=style), Text(protection.reason))
    return table
