"""The vocabulary as data: limits, samples, case results, measurements. No behaviour beyond deriving one from another.

Everything here is a frozen record that msgspec can write and read. Times are in nanoseconds while they are raw
(`wall_ns`) and in seconds once they are a result (`seconds`). What was not measured is None with a reason beside it,
never 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import msgspec

from effibench.paired import Paired, SideSample

if TYPE_CHECKING:
    import pandas

SCHEMA_VERSION = 1


class Verdict(StrEnum):
    """What became of a candidate or of one case. Data, never an exception."""

    PASS = "pass"
    WRONG_ANSWER = "wrong_answer"
    RUNTIME_ERROR = "runtime_error"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    INVALID_RESULT = "invalid_result"
    VIOLATION = "violation"


class Flag(StrEnum):
    """Evidence attached to a result; see `FLAG_MEANING` for what a reader should make of each."""

    CLOCK_TAMPER = "clock_tamper"
    ASYNC_WORK = "async_work"
    INPUT_MUTATED = "input_mutated"
    BELOW_RESOLUTION = "below_resolution"
    CONTENDED = "contended"
    MIGRATED = "migrated"
    UNSTABLE_OUTPUT = "unstable_output"
    MEMO_SUSPECT = "memo_suspect"
    LAYOUT_SENSITIVE = "layout_sensitive"
    UNMEASURABLE = "unmeasurable"


FLAG_MEANING: dict[Flag, str] = {
    Flag.CLOCK_TAMPER: "the claimed times contradict the host's clock and the kernel's accounting; the host's decide",
    Flag.ASYNC_WORK: "threads went on computing after the call had returned",
    Flag.INPUT_MUTATED: "the call changed its input",
    Flag.BELOW_RESOLUTION: "a call is too short for this clock to time singly",
    Flag.CONTENDED: "other processes took the CPU during timed calls",
    Flag.MIGRATED: "a timed call began and ended on different CPUs",
    Flag.UNSTABLE_OUTPUT: "repeated calls on one input gave different, individually correct outputs",
    Flag.MEMO_SUSPECT: "inputs seen before took less than half the time of new ones, unlike on the other side",
    Flag.LAYOUT_SENSITIVE: "it is one process pair that differs: by its memory layout or hash seed",
    Flag.UNMEASURABLE: "windows of this length cannot be timed on this machine now",
}


class ProtocolName(StrEnum):
    """How samples are taken."""

    PAPER = "paper"
    STRICT = "strict"
    PAIRED = "paired"


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one child may use. Memory is a budget above what it inherits from the zygote."""

    call_seconds: float = 5.0
    import_seconds: float = 60.0
    memory_bytes: int = 1 << 30
    result_bytes: int = 256 << 20
    output_bytes: int = 1 << 20
    file_bytes: int = 512 << 20
    open_files: int = 256
    stack_bytes: int = 64 << 20


class Sample(msgspec.Struct, frozen=True):
    """One timed call. Counters that do not exist here are None."""

    wall_ns: int
    raw_wall_ns: int
    thread_cpu_ns: int
    process_cpu_ns: int
    minor_faults: int
    major_faults: int
    voluntary_switches: int
    involuntary_switches: int
    cpu_before: int
    cpu_after: int
    gc_collections: int | None = None
    warmup: bool = False


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """One case of one candidate: verdict, samples, and the evidence of the host.

    Attributes:
        seconds: mean of the timed calls; None if the case did not pass or was only judged.
        ratio: time of the candidate / time of the reference side by side (protocol `paired`); None if not timed so.
        envelope_ns: hand-over of the input to the last result, by the host's clock.
        cpu_ns: CPU time of the whole child in the envelope, by the kernel's accounting.
        peak_memory_bytes: high-water mark above the resident size at the hand-over (so with the input's copy).
    """

    domain: str
    seed: int
    verdict: Verdict
    reason: str = ""
    seconds: float | None = None
    samples: tuple[Sample, ...] = ()
    import_ns: int | None = None
    envelope_ns: int | None = None
    cpu_ns: int | None = None
    peak_memory_bytes: int | None = None
    reference_seconds: float | None = None
    ratio: float | None = None
    flags: tuple[Flag, ...] = ()
    traceback: str = ""
    stdout: str = ""
    stderr: str = ""


class Protection(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the capability report: a protection, whether it is active, and why not."""

    name: str
    state: str
    reason: str = ""


class Host(msgspec.Struct, frozen=True, kw_only=True):
    """The machine a result comes from."""

    node: str
    cpu: str
    cpus: int
    kernel: str
    python: str
    effibench: str
    lane: tuple[int, ...] = ()
    libraries: dict[str, str] = {}


class Measurement(msgspec.Struct, frozen=True, kw_only=True):
    """What `effibench.time` found out about one candidate on one task.

    Attributes:
        verdict: `pass`, or the class of the first failing case.
        reason: why it is not `pass`, empty otherwise.
        seconds: mean over all cases of the mean over the timed calls (DSEffi-Bench); None unless `pass`.
        spread: relative standard deviation of the timed calls within a case, mean over cases; None unless `pass`.
        reference_seconds: the reference's `seconds` on the same cases, machine and protocol.
        paired: the comparison with the reference (protocol `paired`): a is the candidate, b the reference.
        cases: results in the order in which they ran; the failing one is the last.
        level: `strong`, `standard` or `weak`, derived from `protections`.
    """

    schema: int = SCHEMA_VERSION
    task: str
    task_digest: str
    candidate: str
    candidate_digest: str
    protocol: ProtocolName
    verdict: Verdict
    reason: str = ""
    seconds: float | None = None
    spread: float | None = None
    reference_seconds: float | None = None
    import_seconds: float | None = None
    peak_memory_bytes: int | None = None
    paired: Paired | None = None
    cases: tuple[CaseResult, ...] = ()
    cases_total: int = 0
    flags: tuple[Flag, ...] = ()
    level: str = ""
    protections: tuple[Protection, ...] = ()
    host: Host

    @property
    def passed(self) -> bool:
        """Whether the verdict is `pass`."""
        return self.verdict is Verdict.PASS

    @property
    def ratio(self) -> float | None:
        """Time divided by the reference's time: below 1 is faster than the reference.

        Under the paired protocol it is the ratio that the two measured side by side; otherwise that of the means.
        """
        if self.paired is not None:
            return self.paired.ratio
        if self.seconds is None or not self.reference_seconds:
            return None
        return self.seconds / self.reference_seconds

    def to_json(self, *, indent: int | None = None) -> str:
        """Returns the whole record, samples included, as JSON text."""
        return _json(self, indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Measurement:
        """Reads what `to_json` wrote.

        Raises:
            msgspec.ValidationError: the text is not such a record.
        """
        return msgspec.json.decode(text, type=cls)

    def to_frame(self) -> pandas.DataFrame:
        """Returns one row per call (pandas): case, domain, seed, verdict, warm-up or not, times in ns, counters."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for index, case in enumerate(self.cases):
            head = {"case": index, "domain": case.domain, "seed": case.seed, "verdict": case.verdict.value}
            for call, sample in enumerate(case.samples):
                rows.append({**head, "call": call, **msgspec.structs.asdict(sample)})
        columns = ["case", "domain", "seed", "verdict", "call", *Sample.__struct_fields__]
        return pd.DataFrame(rows, columns=columns)


class Comparison(Paired, frozen=True, kw_only=True):
    """What `effibench.compare` found out about two candidates on one task; the answer itself is in `Paired`.

    Attributes:
        a, b: names of the candidates.
        a_verdict, b_verdict: their correctness; timing needs both to pass.
        a_flags, b_flags: evidence against either.
    """

    schema: int = SCHEMA_VERSION
    task: str
    task_digest: str
    a: str
    a_digest: str
    b: str
    b_digest: str
    a_verdict: Verdict = Verdict.PASS
    b_verdict: Verdict = Verdict.PASS
    a_flags: tuple[Flag, ...] = ()
    b_flags: tuple[Flag, ...] = ()
    level: str = ""
    protections: tuple[Protection, ...] = ()
    host: Host

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Flags of both sides."""
        return tuple(sorted({*self.a_flags, *self.b_flags}))

    def to_json(self, *, indent: int | None = None) -> str:
        """Returns the whole record, rounds included, as JSON text."""
        return _json(self, indent)

    @classmethod
    def from_json(cls, text: str | bytes) -> Comparison:
        """Reads what `to_json` wrote.

        Raises:
            msgspec.ValidationError: the text is not such a record.
        """
        return msgspec.json.decode(text, type=cls)

    def to_frame(self) -> pandas.DataFrame:
        """Returns one row per turn (pandas); see `Paired.turns`."""
        import pandas as pd

        head = ("pair", "group", "case", "loops", "canary_ns", "side", "first")
        return pd.DataFrame(self.turns(), columns=[*head, *SideSample.__struct_fields__])


def _json(record: msgspec.Struct, indent: int | None) -> str:
    text = msgspec.json.encode(record)
    return (msgspec.json.format(text, indent=indent) if indent is not None else text).decode()
