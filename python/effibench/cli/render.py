"""Results for people. Everything is derived from the records; nothing is computed here."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from effibench.cli.render_paired import answer_in_words, domain_table, evidence
from effibench.cli.render_protections import active_protections
from effibench.model import FLAG_MEANING, CaseResult, Measurement, Verdict
from effibench.units import format_bytes, format_ratio, format_seconds


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
    if measurement.paired is not None:
        console.print(domain_table(measurement.paired.domains))
    elif passed:
        console.print(_by_domain(measurement))
    for flag in measurement.flags:
        console.print(Text(f"! {flag.value}: {FLAG_MEANING[flag]}", style="yellow"), soft_wrap=True)


def _facts(measurement: Measurement) -> Iterable[tuple[str, str]]:
    if measurement.paired is not None:
        yield "ratio", answer_in_words(measurement.paired, measurement.candidate, "the reference")
        yield "evidence", evidence(measurement.paired)
        yield "time", f"{format_seconds(measurement.seconds)} per call"
    elif measurement.seconds is not None:
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
    yield "protection", f"{measurement.level}: {active_protections(measurement.protections)}"
    yield "flags", ", ".join(flag.value for flag in measurement.flags) or "none"


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
