"""What an audit of a benchmark finds: records for JSON, one a task and one for all."""

from __future__ import annotations

import math
from enum import StrEnum

import msgspec

from effibench.audit.compare_source.result import SourceComparison
from effibench.audit.growth import GrowthReport
from effibench.audit.walk import HostFailure
from effibench.errors import UsageError
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
    """How a benchmark is audited. The number of runs is none of them: the published test takes 30 of each side.

    Attributes:
        granularities: units that are sampled.
        alpha: of every single test.
        minimum_effect: share of the slow side's time that a difference must save to matter.
        controls: whether each slow side is also held against itself.
        paired_seconds: budget of the paired protocol on each task; 0 = leave it out.
        base_seed, cases_per_domain: of the inputs.
    """

    granularities: tuple[Granularity, ...] = (Granularity.CALL, Granularity.PROCESS)
    alpha: float = 0.05
    minimum_effect: float = 0.05
    controls: bool = True
    paired_seconds: float = 2.0
    base_seed: int = 42
    cases_per_domain: int = 5

    def checked(self) -> AuditSettings:
        """Itself.

        Raises:
            UsageError: a setting makes no sense.
        """
        for name, flag, sensible, expected in (
            ("granularities", "--granularity", bool(self.granularities), "at least one"),
            ("alpha", "--alpha", 0 < self.alpha < 1, "a number between 0 and 1"),
            ("minimum_effect", "--minimum-effect", 0 <= self.minimum_effect < 1, "at least 0, below 1"),
            ("paired_seconds", "--paired-seconds", 0 <= self.paired_seconds < math.inf, "at least 0"),
            ("cases_per_domain", "--cases", self.cases_per_domain >= 1, "at least 1"),
        ):
            if not sensible:
                raise UsageError(f"{name} = {getattr(self, name)} (flag {flag}): expected {expected}")
        return self


class Sampled(msgspec.Struct, frozen=True, kw_only=True):
    """One granularity on one task.

    Attributes:
        test: is the fast side faster? It is invalid where the fast side does not pass all that the slow side passes or
            a side failed: not significant then, and never dropped (the published rule).
        failure: the verdict on the side that failed; None where the test is valid or the task itself is broken.
        control: the slow side against itself, by the same test; None if it was not asked for or the pair is invalid.
        fast_seconds, slow_seconds: every run.
    """

    granularity: Granularity
    test: RankTest
    failure: Verdict | None = None
    control: RankTest | None = None
    fast_seconds: tuple[float, ...] = ()
    slow_seconds: tuple[float, ...] = ()


class PairedFinding(msgspec.Struct, frozen=True, kw_only=True):
    """The paired protocol on the same pair: `ratio` is the fast side's time / the slow side's.

    Attributes:
        verdict: None, as all figures, where it was not taken (`reason`): every answer must be right there.
    """

    verdict: Answer | None = None
    ratio: float | None = None
    interval: tuple[float, float] | None = None
    e_value: float | None = None
    stop: StopReason | None = None
    reason: str = ""


class PairAudit(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a benchmark.

    Attributes:
        task_digest, pair_digest: of what was measured: the task, and the sources of both sides.
        chosen: how the two sides were chosen.
        paired: None if it was not asked for or the pair is invalid at every granularity.
        change: what differs between the two sources.
        growth: what the runs by calls say over the sizes of the inputs, in encoded bytes, a domain a size; None without
            valid runs by calls.
    """

    problem: str
    task_digest: str
    pair_digest: str
    chosen: str
    sampled: tuple[Sampled, ...] = ()
    paired: PairedFinding | None = None
    change: SourceComparison | None = None
    growth: GrowthReport | None = None

    @property
    def valid(self) -> bool:
        """Whether the pair is valid at every granularity."""
        return all(sampled.test.valid for sampled in self.sampled)

    @property
    def reason(self) -> str:
        """Why it is not, at the first granularity at which it is not."""
        return next((sampled.test.reason for sampled in self.sampled if not sampled.test.valid), "")

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
        controls, control_alarms: slow sides tested against themselves, and how often that was called significant.
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
