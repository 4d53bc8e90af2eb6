"""What an audit of a benchmark finds: records for JSON, one a task and one for all."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from effibench.audit.compare_source.result import SourceComparison
from effibench.audit.growth import GrowthReport
from effibench.audit.walk import HostFailure
from effibench.model import Host, Protection, Verdict
from effibench.paired import Answer
from effibench.scoring.ranks import AcrossTasks, Adjusted, RankTest
from effibench.stats.sequential import StopReason

SCHEMA_VERSION = 1


class Granularity(StrEnum):
    """What is timed as one run."""

    CALL = "call"  # the sum of one call of each case, in a process that lives on
    PROCESS = "process"  # a fresh interpreter, from its start to its end


class AuditSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a benchmark is audited.

    Attributes:
        granularities: units that are sampled.
        runs: of each side.
        alpha: of every single test.
        minimum_effect: share of the slow side's time that a difference must save to matter.
        controls: whether each slow side is also held against itself.
        paired_seconds: budget of the paired protocol on each task; 0 = leave it out.
        base_seed, cases_per_domain: of the inputs.
    """

    granularities: tuple[Granularity, ...] = (Granularity.CALL, Granularity.PROCESS)
    runs: int = 30
    alpha: float = 0.05
    minimum_effect: float = 0.05
    controls: bool = True
    paired_seconds: float = 2.0
    base_seed: int = 42
    cases_per_domain: int = 5


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """One granularity on one task.

    Attributes:
        test: is the fast side faster?
        control: the slow side against itself, by the same test; None if it was not asked for or could not be run.
        fast_seconds, slow_seconds: every run.
    """

    granularity: Granularity
    test: RankTest
    control: RankTest | None = None
    fast_seconds: tuple[float, ...] = ()
    slow_seconds: tuple[float, ...] = ()


class PairedFinding(msgspec.Struct, frozen=True, kw_only=True):
    """The paired protocol on the same pair: `ratio` is the fast side's time / the slow side's."""

    verdict: Answer
    ratio: float | None
    interval: tuple[float, float] | None
    e_value: float
    stop: StopReason | None
    reason: str = ""


class PairAudit(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a benchmark.

    Attributes:
        chosen: how the two sides were chosen.
        valid: whether the fast side passes all that the slow side passes and no run timed out; an invalid pair is not
            significant and is never dropped (the published rule).
        failure: the verdict on the side that failed; None where the pair is valid or the task itself is broken.
        change: what differs between the two sources.
        growth: what the runs by calls say over the sizes of the inputs, in encoded bytes, a domain a size; None without
            runs by calls.
    """

    problem: str
    task_digest: str
    chosen: str
    valid: bool
    reason: str = ""
    failure: Verdict | None = None
    sampled: tuple[Sampled, ...] = ()
    paired: PairedFinding | None = None
    change: SourceComparison | None = None
    growth: GrowthReport | None = None

    def by(self, granularity: Granularity) -> Sampled | None:
        """What was found at one granularity."""
        return next((sampled for sampled in self.sampled if sampled.granularity is granularity), None)


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """All tasks at one granularity.

    Attributes:
        across: the published benchmark-level figures; every task without two solutions is left out of them.
        adjusted: Holm's and Benjamini and Hochberg's column, in the order of the tasks.
        effects: significant tasks by the bucket of |Cliff's delta|.
        relevant: significant tasks whose difference reaches the minimum effect.
        by_holm, by_benjamini_hochberg: tasks that stay significant after the adjustment.
        timed_out, wrong: invalid tasks by cause.
        controls, control_alarms: slow sides held against themselves, and how often that was called significant.
    """

    granularity: Granularity
    across: AcrossTasks
    adjusted: tuple[Adjusted, ...]
    effects: dict[str, int]
    relevant: int
    by_holm: int
    by_benjamini_hochberg: int
    timed_out: int
    wrong: int
    controls: int
    control_alarms: int


class BenchmarkAudit(msgspec.Struct, frozen=True, kw_only=True):
    """A benchmark's audit.

    Attributes:
        without_pair: tasks that have no two solutions to be told apart.
        failed, not_reached, ended: what is missing and why (`walk.Walked`); the summaries are of `pairs` alone.
    """

    schema: int = SCHEMA_VERSION
    benchmark: str
    settings: AuditSettings
    pairs: tuple[PairAudit, ...]
    without_pair: tuple[str, ...] = ()
    failed: tuple[HostFailure, ...] = ()
    not_reached: tuple[str, ...] = ()
    ended: str = ""
    summaries: tuple[Summary, ...] = ()
    conclusion: str = ""
    level: str = ""
    protections: tuple[Protection, ...] = ()
    host: Host | None = None
