"""The paired protocol's results for people: the answer in one line, the evidence in ten."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from effibench.cli.render_protections import active_protections
from effibench.model import FLAG_MEANING, Comparison
from effibench.paired import Answer, Paired, PairedDomain
from effibench.stats.sequential import StopReason
from effibench.units import format_seconds

_STYLE = {Answer.FASTER: "bold green", Answer.SLOWER: "bold red", Answer.SAME: "bold cyan"}
_STOPS = {
    StopReason.PRECISE: "the ratio is known well enough",
    StopReason.EQUIVALENT: "the whole interval lies within the margin",
    StopReason.BUDGET: "the budget was spent",
    StopReason.UNMEASURABLE: "windows of this length cannot be timed here now",
}


def print_comparison(comparison: Comparison) -> None:
    """Prints a comparison of two candidates."""
    console = Console(highlight=False)
    a, b = short_names(comparison.a, comparison.b)
    head = Text(comparison.verdict.value, style=_STYLE.get(comparison.verdict, "bold yellow"))
    head.append(f"  {answer_in_words(comparison, a, b)}", style="default not bold")
    console.print(head, soft_wrap=True)
    if comparison.reason:
        console.print(Text(f"  {comparison.reason}"), soft_wrap=True)
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    for name, value in _facts(comparison, a, b):
        facts.add_row(name, Text(value))
    console.print(facts)
    if comparison.domains:
        console.print(domain_table(comparison.domains))
    for name, flags in ((a, comparison.a_flags), (b, comparison.b_flags)):
        for flag in flags:
            console.print(
                Text(f"! {name}: {flag.value}: {FLAG_MEANING[flag]}", style="yellow"), soft_wrap=True
            )


def short_names(a: str, b: str) -> tuple[str, str]:
    """The ends of two paths that tell them apart; a and b for what has no name or the same one."""
    mine, theirs = Path(a).parts, Path(b).parts
    for count in range(1, max(len(mine), len(theirs)) + 1):
        left, right = "/".join(mine[-count:]), "/".join(theirs[-count:])
        if left != right:
            return left, right
    return "a", "b"


def answer_in_words(paired: Paired, a: str, b: str) -> str:
    """One sentence: who is faster, by which factor, and how sure that is."""
    if paired.ratio is None:
        return f"{a} against {b}: no ratio"
    low, high = paired.interval or (None, None)
    sure = f"{100 * (1 - paired.alpha):g} % interval"
    if paired.verdict is Answer.SAME:
        change = 100 * (paired.ratio - 1)
        return f"{a} and {b} take the same time within {100 * paired.margin:g} % ({change:+.2f} %)"
    fast, slow, ratio = (a, b, 1 / paired.ratio) if paired.ratio < 1 else (b, a, paired.ratio)
    factor = f"{ratio:.2f}×" if ratio >= 1.1 else f"{100 * (ratio - 1):.2f} %"
    words = f"{fast} is {factor} {'as fast as' if ratio >= 1.1 else 'faster than'} {slow}"
    if low is None or high is None:
        return f"{words} (no interval yet)"
    ends = sorted((1 / low, 1 / high) if paired.ratio < 1 else (low, high))
    shown = [f"{end:.2f}×" if ratio >= 1.1 else f"{100 * (end - 1):+.2f} %" for end in ends]
    return f"{words} ({sure} {shown[0]} to {shown[1]})"


def evidence(paired: Paired) -> str:
    """How much was looked at, and why no more."""
    if paired.stop is None:
        return "none"
    return (
        f"e-value {paired.e_value:.3g} (20 decides), {paired.groups} groups, {len(paired.rounds)} rounds in "
        f"{format_seconds(paired.seconds)}; {_STOPS[paired.stop]}"
    )


def _facts(comparison: Comparison, a: str, b: str) -> Iterable[tuple[str, str]]:
    yield "task", comparison.task
    yield a, f"{format_seconds(comparison.a_seconds)} per call"
    yield b, f"{format_seconds(comparison.b_seconds)} per call"
    yield "evidence", evidence(comparison)
    lane = ",".join(map(str, comparison.host.lane))
    yield "protocol", f"paired on CPU {lane}, {comparison.host.cpu}"
    yield "protection", f"{comparison.level}: {active_protections(comparison.protections)}"
    yield "flags", ", ".join(flag.value for flag in comparison.flags) or "none"


def domain_table(domains: Iterable[PairedDomain]) -> Table:
    """Ratio and evidence of each domain."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("domain", "ratio", "interval", "groups", "calls", "clock", "layouts", "disturbed"):
        table.add_column(title, justify="left" if title == "domain" else "right")
    for domain in domains:
        interval = "–" if domain.interval is None else "{:.4f} to {:.4f}".format(*domain.interval)
        spread = "–"
        if len(domain.pair_ratios) > 1:
            spread = f"± {50 * (max(domain.pair_ratios) / min(domain.pair_ratios) - 1):.2f} %"
        disturbed = "–" if domain.disturbed_share is None else f"{100 * domain.disturbed_share:.0f} %"
        table.add_row(
            domain.domain,
            "–" if domain.ratio is None else f"{domain.ratio:.4f}",
            interval,
            f"{domain.groups} of {domain.rounds_per_group}",
            f"{domain.loops}",
            domain.clock,
            spread,
            disturbed,
        )
    return table
