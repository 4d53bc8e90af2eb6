"""What rounds say besides their times: disturbances, lies, work at the wrong moment, memoised inputs, drift."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Literal

from effibench.model import Flag
from effibench.paired import Round, SideSample

# `envelope`: the host's own clock, where a side's claims cannot be believed.
Clock = Literal["wall", "cpu", "envelope"]

_SLOW_CANARY = 1.05
_DELAY_NS, _DELAY_SHARE = 50_000, 0.01
_MEMO_RATIO = 0.5
_MEMO_CHANCE, _MEMO_LEVEL = (
    0.25,
    0.02,
)  # how often an honest input looks like one seen before, at most; and all of them
_BETWEEN_SHARE = 0.02
_BETWEEN_NS = 200_000
_GAP_FACTOR, _CLAIM_SHARE, _ALLOWANCE_NS = 2.0, 0.25, 200_000


def side_disturbed(sample: SideSample) -> bool:
    """Whether something but the program lengthened its window.

    Preemption is the child's claim and counts only if the kernel kept the process waiting as well: nobody can have
    unwelcome groups repeated by claiming it.
    """
    felt = max(_DELAY_NS, _DELAY_SHARE * sample.wall_ns)
    waited = sample.run_delay_ns is None or sample.run_delay_ns > felt
    return (sample.preempted and waited) or sample.migrated or sample.major_faults > 0


def disturbed(round_: Round, canary_floor_ns: int | None) -> bool:
    """Whether a round was disturbed on either side or ran on a slowed CPU."""
    slow = (
        canary_floor_ns is not None
        and round_.canary_ns is not None
        and round_.canary_ns > _SLOW_CANARY * canary_floor_ns
    )
    return slow or round_.stolen or side_disturbed(round_.a) or side_disturbed(round_.b)


def to_be_replaced(rounds: Sequence[Round]) -> bool:
    """Whether a group has no clean sample of one side: then both sides of it are taken again, whoever looked faster."""
    return all(side_disturbed(taken.a) for taken in rounds) or all(
        side_disturbed(taken.b) for taken in rounds
    )


def length_ns(sample: SideSample, clock: Clock) -> int:
    """Length of a window by that clock, at least 1."""
    lengths = {"wall": sample.wall_ns, "cpu": sample.cpu_ns, "envelope": sample.envelope_ns}
    return max(1, lengths[clock])


def times(rounds: Sequence[Round], clock: Clock) -> list[tuple[float, float]]:
    """The window of each side (a, b) in each round, in ns."""
    return [(float(length_ns(taken.a, clock)), float(length_ns(taken.b, clock))) for taken in rounds]


def ratio(blocks: Sequence[Sequence[Round]], clock: Clock) -> float:
    """Time of a / time of b in these blocks: the median over rounds."""
    shares = [a / b for block in blocks for a, b in times(block, clock)]
    return statistics.median(shares)


def preempted_share(rounds: Sequence[Round]) -> float:
    """Share of the samples in which the scheduler took the CPU away."""
    samples = [sample for taken in rounds for sample in (taken.a, taken.b)]
    return sum(side_disturbed(sample) for sample in samples) / len(samples) if samples else 0.0


def clock_tampered(mine: Sequence[SideSample], other: Sequence[SideSample]) -> bool:
    """Whether one side's claims contradict the host's readings, calibrated by the other side on the same turns.

    The same rule as for whole runs (integrity.py), with medians over turns: both the envelope and the CPU time that
    the kernel charged must exceed the claimed wall time by more than twice what the other side's do. Claims of CPU
    time, of which ratios are made on a busy machine, are held against what the kernel charged: no more, and not much
    less.
    """
    known = [sample for sample in mine if sample.charged_ns is not None]
    honest = [sample for sample in other if sample.charged_ns is not None]
    if not known or not honest:
        return False
    allowance = _CLAIM_SHARE * statistics.median(sample.wall_ns for sample in mine) + _ALLOWANCE_NS
    envelope = _median([sample.envelope_ns - sample.wall_ns for sample in known])
    honest_envelope = _median([sample.envelope_ns - sample.wall_ns for sample in honest])
    honest_cpu = _GAP_FACTOR * _median([(sample.charged_ns or 0) - sample.cpu_ns for sample in honest])
    hidden = _median([(sample.charged_ns or 0) - sample.wall_ns for sample in known])
    if envelope > _GAP_FACTOR * honest_envelope + allowance and hidden > honest_cpu + allowance:
        return True
    # A share of the claimed CPU time: on a busy machine the wall time is a multiple of it.
    allowance = _CLAIM_SHARE * statistics.median(sample.cpu_ns for sample in mine) + _ALLOWANCE_NS
    claims = [(sample.charged_ns or 0) - sample.cpu_ns for sample in known]
    return _median(claims) > honest_cpu + allowance or _median([-claim for claim in claims]) > allowance


def _median(gaps: Sequence[int]) -> float:
    return max(0.0, statistics.median(gaps))


def works_between_turns(samples: Sequence[SideSample]) -> bool:
    """Whether a process computed while it should have slept: that is work of its turns, or theft from the other's."""
    between = sum(sample.between_ns for sample in samples)
    return between > _BETWEEN_SHARE * sum(sample.wall_ns for sample in samples) + _BETWEEN_NS * len(samples)


def memo_suspects(first_seen: Sequence[tuple[Round, Sequence[Round]]]) -> tuple[bool, bool]:
    """For each side, whether inputs that it has seen before cost it less than half of new ones.

    Any program's first call on an input is slower; the other side shows by how much. In CPU time, because a first call
    that is interrupted is no evidence, and by a sign test, because there are few first calls. Both the claimed time and
    the kernel's are looked at: the first is sharper, the second cannot be bent.

    Args:
        first_seen: per input and process pair, the round that showed the input for the first time and later ones.
    """
    shown = [(first, repeats) for first, repeats in first_seen if repeats]
    verdicts = [_too_many(*_memo_hits(shown, clock)) for clock in ("cpu_ns", "charged_ns")]
    return any(a for a, _ in verdicts), any(b for _, b in verdicts)


def _memo_hits(shown: Sequence[tuple[Round, Sequence[Round]]], clock: str) -> tuple[int, int, int]:
    """For each side, inputs that cost less than half of what they cost at first; and inputs in all."""
    hits = [0, 0]
    inputs = 0
    for first, repeats in shown:
        a, b = (_share_of_first(first, repeats, side, clock) for side in ("a", "b"))
        if a is None or b is None:
            continue
        inputs += 1
        hits[0] += a < _MEMO_RATIO * min(1.0, b)
        hits[1] += b < _MEMO_RATIO * min(1.0, a)
    return hits[0], hits[1], inputs


def _share_of_first(first: Round, repeats: Sequence[Round], side: str, clock: str) -> float | None:
    """The cheapest repeated call / the first one; None where the kernel's figures ended with the process."""
    calls = []
    for taken in (first, *repeats):
        length: int | None = getattr(getattr(taken, side), clock)
        if length is None:
            return None
        calls.append(max(1.0, length / taken.loops))
    return min(calls[1:]) / calls[0]


def _too_many(a_hits: int, b_hits: int, inputs: int) -> tuple[bool, bool]:
    """For each side, whether so many inputs of `inputs` are hits by chance in less than one of fifty comparisons."""

    def chance(hits: int) -> float:
        return sum(
            math.comb(inputs, count) * _MEMO_CHANCE**count * (1 - _MEMO_CHANCE) ** (inputs - count)
            for count in range(hits, inputs + 1)
        )

    return chance(a_hits) < _MEMO_LEVEL, chance(b_hits) < _MEMO_LEVEL


def trend(samples: Sequence[int]) -> str:
    """`warming`, `slowing` or `flat`: the last third of the group minima against the first."""
    third = len(samples) // 3
    if third < 2:
        return ""
    change = statistics.median(samples[-third:]) / max(1, statistics.median(samples[:third]))
    return "warming" if change < 0.95 else "slowing" if change > 1.05 else "flat"


def flags_of(rounds: Sequence[Round]) -> tuple[set[Flag], set[Flag]]:
    """Flags of each side that follow from all rounds together."""
    a, b = [taken.a for taken in rounds], [taken.b for taken in rounds]
    flags: tuple[set[Flag], set[Flag]] = (set(), set())
    for index, (mine, other) in enumerate(((a, b), (b, a))):
        if mine and clock_tampered(mine, other):
            flags[index].add(Flag.CLOCK_TAMPER)
        if mine and works_between_turns(mine):
            flags[index].add(Flag.ASYNC_WORK)
    return flags
