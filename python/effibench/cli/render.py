"""Results for people. Everything is derived from the records; nothing is computed here."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from effibench.model import FLAG_MEANING, CaseResult, Measurement, Protection, Verdict
from effibench.units import format_bytes, format_ratio, format_seconds

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
        "scratch",
        "not_dumpable",
        "no_new_privileges",
    }
)


def print_measurement(measurement: Measurement) -> None:
    """Prints one measurement: verdict first, then times, evidence and protections."""
    console = Console(highlight=False)
    passed = measurement.passed
    head = Text()
    head.append(f"{measurement.verdict.value}", style="bold green" if passed else "bold red")
    head.append(f"  {measurement.candidate}  on  {measurement.task}")
    console.print(head, soft_wrap=True)
    if not passed:
        console.print(Text(f"  {measurement.reason}"), soft_wrap=True)
        _print_trace(console, measurement.cases[-1])
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    for name, value in _facts(measurement):
        facts.add_row(name, value)
    console.print(facts)
    if passed:
        console.print(_by_domain(measurement))
    for flag in measurement.flags:
        console.print(Text(f"! {flag.value}: {FLAG_MEANING[flag]}", style="yellow"), soft_wrap=True)


def _facts(measurement: Measurement) -> Iterable[tuple[str, str]]:
    if measurement.seconds is not None:
        spread = "" if measurement.spread is None else f"  ± {100 * measurement.spread:.1f} % between calls"
        yield "time", f"{format_seconds(measurement.seconds)} per case{spread}"
        ratio = measurement.ratio
        if ratio is not None:
            word = "of the reference's time"
            yield "ratio", f"{format_ratio(ratio)} {word} ({format_seconds(measurement.reference_seconds)})"
    yield "peak memory", f"{format_bytes(measurement.peak_memory_bytes)} above the libraries"
    yield "import", format_seconds(measurement.import_seconds)
    yield (
        "cases",
        f"{sum(case.verdict is Verdict.PASS for case in measurement.cases)} of {measurement.cases_total} passed",
    )
    lane = ",".join(map(str, measurement.host.lane))
    yield "protocol", f"{measurement.protocol.value} on CPU {lane}, {measurement.host.cpu}"
    yield "protection", f"{measurement.level}: {_active(measurement.protections)}"
    yield "flags", ", ".join(flag.value for flag in measurement.flags) or "none"


def _active(protections: Iterable[Protection]) -> str:
    return ", ".join(p.name for p in protections if p.state == "on" and p.name not in _ALWAYS_ON)


def _by_domain(measurement: Measurement) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title, justify in (
        ("domain", "left"),
        ("cases", "right"),
        ("time", "right"),
        ("reference", "right"),
        ("ratio", "right"),
    ):
        table.add_column(title, justify=justify)  # type: ignore[arg-type]
    domains: dict[str, list[CaseResult]] = {}
    for case in measurement.cases:
        domains.setdefault(case.domain, []).append(case)
    for domain, cases in domains.items():
        seconds = statistics.fmean(case.seconds for case in cases if case.seconds is not None)
        known = [case.reference_seconds for case in cases if case.reference_seconds is not None]
        reference = statistics.fmean(known) if known else None
        ratio = seconds / reference if reference else None
        table.add_row(
            domain, str(len(cases)), format_seconds(seconds), format_seconds(reference), format_ratio(ratio)
        )
    return table


def _print_trace(console: Console, case: CaseResult) -> None:
    lines = case.traceback.rstrip().splitlines()[-8:]
    if lines:
        console.print(Text("\n".join(f"  {line}" for line in lines), style="dim"), soft_wrap=True)


def protection_table(protections: Iterable[Protection]) -> Table:
    """The capability report."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("protection", "state", "why"):
        table.add_column(title)
    for protection in protections:
        style = _STATE_STYLE.get(protection.state, "red")
        table.add_row(protection.name, Text(protection.state, style=style), Text(protection.reason))
    return table
