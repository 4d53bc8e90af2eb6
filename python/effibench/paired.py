"""What the paired protocol found out, as data: rounds, domains, and the answer.

Ratios are time of `a` divided by time of `b`: below 1 means that `a` is faster. Times are in ns while they are raw.
What was not measured is None with a reason beside it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

import msgspec

from effibench.stats.sequential import StopReason


class Answer(StrEnum):
    """Is `a` faster than `b`?"""

    FASTER = "faster"
    SLOWER = "slower"
    SAME = "same"  # within the margin that was asked for
    UNRESOLVED = "unresolved"  # never to be read as equal


class SideSample(msgspec.Struct, frozen=True, array_like=True):
    """One turn of one side. `wall_ns` and `cpu_ns` are the child's claims, all others the host's and the kernel's.

    Attributes:
        wall_ns: the window around all its calls.
        cpu_ns: CPU time of the process in the window.
        envelope_ns: token sent to answer seen.
        charged_ns: CPU time the kernel charged in the envelope; None once the process has ended.
        between_ns: CPU time charged since the side's last turn, when it should have slept.
        run_delay_ns: ready without a CPU in the envelope; None where the kernel does not say.
        preempted: the scheduler took the CPU away within the window.
        migrated: the window began and ended on different CPUs.
        major_faults: page faults in the window that waited for a disk.
    """

    wall_ns: int
    cpu_ns: int
    envelope_ns: int
    charged_ns: int | None
    between_ns: int
    run_delay_ns: int | None
    preempted: bool
    migrated: bool
    major_faults: int


class Round(msgspec.Struct, frozen=True):
    """One sample of each side, back to back on one input.

    Attributes:
        pair: number of the process pair (its layout and hash seed).
        group: number of the block within the domain; -1 for warm-up and pilot.
        case: number of the case in the task's order.
        loops: calls in each window.
        a_first: whether side a had the first turn.
        canary_ns: the fixed integer kernel just before; None if it was not run.
        walk_ns: the fixed walk through 1 MiB; None if it was not run.
        stolen: the hypervisor took time from the lane since the block before.
    """

    pair: int
    group: int
    case: int
    loops: int
    a_first: bool
    a: SideSample
    b: SideSample
    canary_ns: int | None = None
    walk_ns: int | None = None
    stolen: bool = False


class PairedCase(msgspec.Struct, frozen=True, kw_only=True):
    """One input: median ratio of the rounds that ran on it. None if there was none.

    Attributes:
        case: its number in the task's order, as in its rounds.
    """

    case: int
    domain: str
    seed: int
    ratio: float | None = None
    groups: int = 0
    a_seconds: float | None = None
    b_seconds: float | None = None


class PairedDomain(msgspec.Struct, frozen=True, kw_only=True):
    """One domain with its own sequential test.

    Attributes:
        ratio: mean over group sizes of the median group log ratio, as a ratio; None if nothing was measured (`reason`).
        interval: confidence interval of the ratio, valid at every look and as wide as those that leave one process pair
            out (stats/consensus.py); None with too few groups.
        e_value: evidence against "equally fast" (a mixture of sign tests as e-processes, stats/mixture.py); 20 is 5 %.
        groups: blocks of rounds that count; `ties` of their smallest groups showed no difference.
        rounds_per_group: rounds in a block, fixed by the pilot.
        loops: calls in a window.
        clock: `wall`; `cpu` where windows were disturbed too often; `envelope`, the host's own, where a side's claims
            contradict the host and the kernel.
        pair_ratios: the ratio of each process pair by itself; their spread is what layout and hash seed do.
        disturbed_share: rounds that were preempted, migrated, stolen, faulting or run on a slowed CPU.
        replaced_groups: blocks repeated because one side was disturbed in every round.
        merged: how often the smallest groups were doubled because neighbours depended on each other.
        warmup: `flat`, `warming` (later calls faster), `slowing`, by the trend of side a and b.
    """

    domain: str
    ratio: float | None = None
    interval: tuple[float, float] | None = None
    e_value: float = 1.0
    groups: int = 0
    ties: int = 0
    stop: StopReason
    reason: str = ""
    rounds_per_group: int = 0
    loops: int = 0
    clock: Literal["wall", "cpu", "envelope"] = "wall"
    pair_ratios: tuple[float, ...] = ()
    disturbed_share: float | None = None
    replaced_groups: int = 0
    merged: int = 0
    warmup: str = ""
    seconds: float = 0.0


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """Two programs on one task, side by side.

    Attributes:
        verdict: whether `a` is faster than `b`, slower, the same within `margin`, or unresolved.
        reason: why it is unresolved, else empty.
        ratio: time of a / time of b, geometric mean over domains.
        interval: its confidence interval at level 1 - `alpha`, from the domains' intervals at alpha / domains.
        e_value: mean of the domains' e-values: evidence against "equally fast in all domains".
        groups: blocks of all domains.
        stop: the last reason of any domain to stop: a budget before an equivalence before precision.
        margin: differences up to this share count as the same.
        seconds: wall time of the sampling.
        a_seconds: mean over the timed cases of the median time of a call.
    """

    verdict: Answer
    reason: str = ""
    ratio: float | None = None
    interval: tuple[float, float] | None = None
    e_value: float = 1.0
    groups: int = 0
    stop: StopReason | None = None
    alpha: float = 0.05
    margin: float = 0.01
    a_seconds: float | None = None
    b_seconds: float | None = None
    seconds: float = 0.0
    domains: tuple[PairedDomain, ...] = ()
    cases: tuple[PairedCase, ...] = ()
    rounds: tuple[Round, ...] = ()

    def turns(self) -> list[dict[str, Any]]:
        """One row per turn: pair, group, case, loops, canary, side, order, times in ns, disturbances."""
        rows: list[dict[str, Any]] = []
        for taken in self.rounds:
            head = {name: getattr(taken, name) for name in ("pair", "group", "case", "loops", "canary_ns")}
            for side, sample in (("a", taken.a), ("b", taken.b)):
                first = taken.a_first == (side == "a")
                rows.append({**head, "side": side, "first": first, **msgspec.structs.asdict(sample)})
        return rows
