"""An audit for people: a table of tasks, a table of the benchmark, and one line that says what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from effibench.scoring.ranks import RUNS
from effibench.units import format_seconds

if TYPE_CHECKING:
    from effibench.audit.record import BenchmarkAudit, PairAudit, Sampled, Summary
    from effibench.scoring.ranks import AcrossTasks

_FASTER = {"": "", "a": ", fast side faster", "b": ", slow side faster"}


def print_audit(found: BenchmarkAudit) -> None:
    """Prints to stdout."""
    console = Console(highlight=False)
    console.print(Text(found.conclusion, style="bold"), soft_wrap=True)
    console.print(_summaries(found))
    for summary in found.summaries:
        console.print()
        console.print(_by_granularity(found, summary))
    console.print()
    console.print(_others(found))
    if found.without_pair:
        console.print(
            Text(
                f"{len(found.without_pair)} tasks have no two solutions: {', '.join(found.without_pair[:8])}"
            ),
            soft_wrap=True,
        )


def _plain(title: str) -> Table:
    return Table(box=None, pad_edge=False, header_style="dim", title=title, title_justify="left")


def _summaries(found: BenchmarkAudit) -> Table:
    table = _plain("")
    table.add_column("")
    for summary in found.summaries:
        table.add_column(f"per {summary.granularity.value}", justify="right")
    columns = [_column(summary) for summary in found.summaries]
    for title in columns[0] if columns else ():
        table.add_row(title, *(column[title] for column in columns))
    return table


def _column(one: Summary) -> dict[str, str]:
    return {
        "tasks": f"{one.across.tasks}",
        "significant": _significant(one.across),
        "  and relevant": f"{one.relevant}",
        "  by Holm": f"{one.by_holm}",
        "  by Benjamini-Hochberg": f"{one.by_benjamini_hochberg}",
        "  effects": ", ".join(f"{size} {number}" for size, number in one.effects.items()) or "-",
        "wrong or broken": f"{one.wrong}",
        "timed out": f"{one.timed_out}",
        "Wilcoxon p": _wilcoxon(one.across),
        "mean improvement": _percent(one.across.improvement),
        "  of the significant": _percent(one.across.improvement_significant),
        "alarms on identical code": f"{one.control_alarms} of {one.controls}",
    }


def _significant(across: AcrossTasks) -> str:
    if across.significant is None:
        return "no result"
    return f"{across.significant} ({_percent(across.significant_share)})"


def _wilcoxon(across: AcrossTasks) -> str:
    return f"no result: {_first_line(across.reason)}" if across.reason else _number(across.p_value)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2g}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def _by_granularity(found: BenchmarkAudit, summary: Summary) -> Table:
    unit = summary.granularity.value
    table = _plain(f"per {unit}: {RUNS} runs of each side, one-sided Mann-Whitney")
    table.add_column("task", no_wrap=True)
    for head in ("slow", "fast", "saved", "p", "Holm", "BH", "delta", "control p"):
        table.add_column(head, justify="right")
    table.add_column("no result")
    for number, pair in enumerate(found.pairs):
        table.add_row(pair.problem, *_cells(pair.by(summary.granularity), summary, number))
    return table


def _cells(sampled: Sampled | None, summary: Summary, number: int) -> list[str]:
    if sampled is None:
        return ["-"] * 9
    test, column = sampled.test, summary.adjusted[number]
    if not test.valid or test.p_value is None:
        return [*["-"] * 8, _first_line(test.reason)]
    return [
        format_seconds(test.b_seconds),
        format_seconds(test.a_seconds),
        _percent(test.improvement),
        _number(test.p_value),
        _number(column.holm),
        _number(column.benjamini_hochberg),
        f"{test.delta or 0.0:+.2f}",
        "-" if sampled.control is None else _number(sampled.control.p_value),
        "" if sampled.control is None else _first_line(sampled.control.reason),
    ]


def _first_line(text: str) -> str:
    """Of what foreign programs may have said: brackets in it are no markup."""
    return escape(text.partition("\n")[0])


def _others(found: BenchmarkAudit) -> Table:
    table = _plain("in turns, and what the sources differ in (? = by signs, not certain)")
    table.add_column("task", no_wrap=True)
    table.add_column("fast against slow")
    table.add_column("interval of the ratio", justify="right")
    table.add_column("change")
    table.add_column("why")
    for pair in found.pairs:
        table.add_row(pair.problem, _turns(pair), _interval(pair), _change(pair), _why(pair))
    return table


def _interval(pair: PairAudit) -> str:
    if pair.paired is None or pair.paired.interval is None:
        return "-"
    low, high = pair.paired.interval
    return f"{1 / high:.2f} to {1 / low:.2f}"


def _turns(pair: PairAudit) -> str:
    found = pair.paired
    if found is None:
        return "-"
    if found.verdict is None:
        return _first_line(found.reason)
    ratio = "" if found.ratio is None else f" {1 / found.ratio:.2f}×"
    return f"{found.verdict.value}{ratio}"


def _change(pair: PairAudit) -> str:
    if pair.change is None:
        return "-"
    return pair.change.label.value + ("" if pair.change.certain else " ?")


def _why(pair: PairAudit) -> str:
    if pair.growth is None:
        return "-"
    return f"{pair.growth.verdict.value}{_FASTER[pair.growth.faster]}"
