"""Two programs on one task under the paired protocol: domain by domain, then the answer for all of them.

Stress domains decide about speed; a task without any is timed on all its domains. Each domain has a sequential test of
its own at level alpha / domains, so their intervals hold together, and so does the interval of the geometric mean
that is made of them.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from effibench.model import Flag, Verdict
from effibench.paired import Answer, Paired, PairedCase, PairedDomain, Round, SideSample
from effibench.stats.sequential import StopReason
from effibench.timing import paired_groups as groups
from effibench.timing.executor import Executor, Lane, Program
from effibench.timing.paired import DomainTest, Waiting, first_seen
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.paired_table import ProgramFailedError, Table
from effibench.timing.suite import Suite

# The weakest reason speaks for the whole.
_STOPS = (StopReason.UNMEASURABLE, StopReason.BUDGET, StopReason.EQUIVALENT, StopReason.PRECISE)


class Contest(NamedTuple):
    """The outcome of `contest`.

    Attributes:
        failure: which program has failed, how and why; None if both answered every turn rightly.
    """

    paired: Paired
    flags: tuple[frozenset[Flag], frozenset[Flag]]
    failure: tuple[int, Verdict, str] | None = None


def contest(
    executor: Executor,
    programs: tuple[Program, Program],
    suite: Suite,
    lane: Lane,
    settings: PairedSettings,
    *,
    waiting: Waiting | None = None,
    source: random.Random | None = None,
    report: Callable[[int, int, str], None] = lambda done, total, what: None,
) -> Contest:
    """Lets two programs take turns until the settings are satisfied.

    Args:
        waiting: how time passes.
        source: of the random order; None = the system's.
        report: told (domains done, domains in all, the domain).

    Raises:
        HostError: the harness has failed.
    """
    waiting = waiting or Waiting()
    domains = timed_domains(suite)
    results: list[PairedDomain] = []
    failure = None
    with Table(
        executor, programs, suite, lane, pairs=settings.pairs, source=source or random.SystemRandom()
    ) as table:
        began = waiting.now()
        try:
            for number, domain in enumerate(domains):
                report(number, len(domains), domain)
                cases = [index for index, case in enumerate(suite.cases) if case.domain == domain]
                left = settings.budget_seconds * (number + 1) / len(domains)
                test = DomainTest(
                    table,
                    domain,
                    cases,
                    settings,
                    settings.alpha / len(domains),
                    began + left,
                    waiting,
                    max(suite.cases[case].data.length for case in cases),
                )
                results.append(test.run())
        except ProgramFailedError as failed:
            failure = failed.player, failed.verdict, failed.reason
    flags = _all_flags(table)
    paired = Paired(
        verdict=Answer.UNRESOLVED,
        reason="one of the programs failed" if failure else "",
        alpha=settings.alpha,
        margin=settings.margin,
        seconds=waiting.now() - began,
        rounds=tuple(table.rounds),
    )
    if failure is None:
        paired = _answer(paired, suite, results, flags)
    return Contest(paired, flags, failure)


def timed_domains(suite: Suite) -> list[str]:
    """The domains that decide about speed."""
    names = list(dict.fromkeys(case.domain for case in suite.cases))
    return [name for name in names if name.startswith("stress-")] or names


def _all_flags(table: Table) -> tuple[frozenset[Flag], frozenset[Flag]]:
    flags = table.flags
    for side, more in zip(flags, groups.flags_of(table.rounds), strict=True):
        side.update(more)
    for side, suspect in zip(flags, groups.memo_suspects(first_seen(table.rounds)), strict=True):
        if suspect:
            side.add(Flag.MEMO_SUSPECT)
    return frozenset(flags[0]), frozenset(flags[1])


def _answer(
    paired: Paired,
    suite: Suite,
    domains: Sequence[PairedDomain],
    flags: tuple[frozenset[Flag], frozenset[Flag]],
) -> Paired:
    import msgspec

    cases = tuple(_cases(suite, paired.rounds, {domain.domain: domain for domain in domains}))
    ratios = [domain.ratio for domain in domains if domain.ratio is not None]
    bounds = [domain.interval for domain in domains if domain.interval is not None]
    complete = len(bounds) == len(domains)
    interval = (_mean([low for low, _ in bounds]), _mean([high for _, high in bounds])) if complete else None
    verdict, reason = _verdict(paired.margin, interval, domains, flags)
    stop = min((domain.stop for domain in domains), key=_STOPS.index)
    return msgspec.structs.replace(
        paired,
        verdict=verdict,
        reason=reason,
        ratio=_mean(ratios) if len(ratios) == len(domains) else None,
        interval=interval,
        e_value=statistics.fmean(domain.e_value for domain in domains),
        groups=sum(domain.groups for domain in domains),
        stop=stop,
        a_seconds=_seconds([case.a_seconds for case in cases]),
        b_seconds=_seconds([case.b_seconds for case in cases]),
        domains=tuple(domains),
        cases=cases,
    )


def _verdict(
    margin: float,
    interval: tuple[float, float] | None,
    domains: Sequence[PairedDomain],
    flags: tuple[frozenset[Flag], frozenset[Flag]],
) -> tuple[Answer, str]:
    for domain in domains:
        if domain.reason:
            return Answer.UNRESOLVED, f"{domain.domain}: {domain.reason}"
    if interval is None:
        return Answer.UNRESOLVED, "too few groups within the budget"
    low, high = interval
    if 1 / (1 + margin) <= low and high <= 1 + margin:
        return Answer.SAME, ""
    if low <= 1 <= high and any(Flag.LAYOUT_SENSITIVE in side for side in flags):
        return Answer.UNRESOLVED, "it is one process pair that differs: by its memory layout or hash seed"
    if low <= 1 <= high:
        return Answer.UNRESOLVED, "the interval includes both directions; a larger budget narrows it"
    return (Answer.FASTER if high < 1 else Answer.SLOWER), ""


def _cases(suite: Suite, rounds: Sequence[Round], domains: dict[str, PairedDomain]) -> list[PairedCase]:
    by_group: dict[tuple[int, int, int], list[Round]] = {}
    for taken in rounds:
        if taken.group >= 0:
            by_group.setdefault((taken.case, taken.pair, taken.group), []).append(taken)
    result = []
    for index, case in enumerate(suite.cases):
        domain = domains.get(case.domain)
        if domain is None:
            continue
        clock: groups.Clock = "wall" if domain.clock == "cpu" else domain.clock
        own = [played for (number, _, _), played in by_group.items() if number == index]
        result.append(
            PairedCase(
                case=index,
                domain=case.domain,
                seed=case.seed,
                ratio=groups.ratio(own, domain.clock) if own else None,
                groups=len(own),
                a_seconds=_call_seconds(
                    [(taken.a, taken.loops) for played in own for taken in played], clock
                ),
                b_seconds=_call_seconds(
                    [(taken.b, taken.loops) for played in own for taken in played], clock
                ),
            )
        )
    return result


def _call_seconds(windows: Sequence[tuple[SideSample, int]], clock: groups.Clock) -> float | None:
    if not windows:
        return None
    return statistics.median(groups.length_ns(sample, clock) / loops for sample, loops in windows) / 1e9


def _seconds(seconds: Sequence[float | None]) -> float | None:
    known = [value for value in seconds if value is not None]
    return statistics.fmean(known) if known else None


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
