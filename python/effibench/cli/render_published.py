"""What published protocols report from a comparison's samples, for people."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from effibench.paired import Paired
from effibench.scoring.estimators import Estimate
from effibench.scoring.published import Protocols, RankTest, published


def print_published(paired: Paired) -> None:
    """Prints one row per timed domain and one for the task."""
    console = Console(highlight=False)
    report = published(paired)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in (
        "published protocols",
        "1 + 3 mean",
        "Hodges–Lehmann of 6",
        "minimum of 10",
        "30 runs: p",
        "delta",
    ):
        table.add_column(title, justify="left" if title == "published protocols" else "right")
    for row in (*report.domains, report.task):
        table.add_row(
            row.domain or "task",
            *(_ratio(row, name) for name in ("mean", "hodges_lehmann", "minimum")),
            *_rank(row.rank),
        )
    console.print()
    console.print(table)
    for reason in dict.fromkeys(_reasons(report.task)):
        console.print(Text(f"  – {reason}", style="dim"), soft_wrap=True)


def _ratio(row: Protocols, name: str) -> str:
    estimate: Estimate = getattr(row, name)
    return "–" if estimate.ratio is None else f"{estimate.ratio:.4f}"


def _rank(test: RankTest) -> tuple[str, str]:
    p = "–" if test.p_value is None else f"{test.p_value:.2g}{' *' if test.significant else ''}"
    delta = "–" if test.delta is None else f"{test.delta:+.2f} {test.effect.value if test.effect else ''}"
    return p, delta


def _reasons(row: Protocols) -> list[str]:
    parts = (row.mean, row.hodges_lehmann, row.minimum, row.rank)
    return [part.reason for part in parts if part.reason]
