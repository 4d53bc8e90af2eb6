"""Two solutions tried on inputs with real processes.

Validation and quick runs share one pair of processes, which lives until the next input comes; the confirmation has
processes of its own. Expected answers are computed anew for each input, by the trusted solution in its own process.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

import msgspec

from effibench import values
from effibench.audit.calls import Sides
from effibench.audit.pairs import SolutionPair
from effibench.audit.processes import WholeProcesses
from effibench.audit.record import Granularity
from effibench.audit.shapes import byte_size
from effibench.audit.turns import in_turns
from effibench.model import Verdict
from effibench.scoring.ranks import RUNS, RankTest, invalid_test, rank_test
from effibench.stress.prober import LineHits, Quick, Reason, Refusal, Side
from effibench.stress.profile import line_of, profile
from effibench.stress.record import StressSettings
from effibench.tasks.task import EntryKind, Task
from effibench.timing.executor import A, B, CallPlan, CaseInput, CaseRun, Lane, Program
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor
from effibench.timing.paired_table import ProgramFailedError
from effibench.timing.suite import Suite
from effibench.timing.verdicts import verdict_of_run

_REASONS = {
    Verdict.TIME_LIMIT: Reason.TIME,
    Verdict.MEMORY_LIMIT: Reason.MEMORY,
    Verdict.OUTPUT_LIMIT: Reason.SIZE,
    Verdict.WRONG_ANSWER: Reason.DISAGREE,
}
_NAMES = ("fast side", "slow side")
_LEAST_SECONDS = 1e-9  # a call below the clock's resolution took some time, too
_OVERHEAD_RUNS = 3


class NativeProber:
    """See `prober.Prober`. A context manager.

    Args:
        task: says how solutions are called and what is right; its reference, if it has one, gives expected answers.
        pair: the sources.
        lane: where calls are timed.
        check: called between runs; raises to abandon the work.
    """

    def __init__(
        self,
        executor: NativeExecutor,
        task: Task,
        pair: SolutionPair,
        lane: Lane,
        settings: StressSettings,
        *,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        limits = msgspec.structs.replace(task.limits, call_seconds=settings.call_seconds)
        self._task = msgspec.structs.replace(task, limits=limits)
        self._programs = (
            Program(pair.fast.source, "candidate", self._task),
            Program(pair.slow.source, "candidate", self._task),
        )
        self._trusted = Program(task.reference or pair.slow.source, "reference", self._task)
        self._executor, self._lane, self._settings, self._check = executor, lane, settings, check
        self._source = random.SystemRandom()
        self._open: tuple[Sequence[Any], Sides] | None = None
        self._smallest: int | None = None  # bytes of the input that the overhead was taken on
        self._overhead = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        if self._open is not None:
            _, sides = self._open
            self._open = None
            sides.__exit__(None, None, None)

    @property
    def overhead_seconds(self) -> float:
        """Of whole processes: the fast side's shortest run on the smallest valid input so far. Of calls: 0."""
        return self._overhead

    def validate(self, arguments: Sequence[Any], seconds: float | None = None) -> Refusal | None:
        """Runs the trusted solution once and each side twice; sides that run as whole processes also as such."""
        self._check()
        self._close()
        made = self._expected([arguments], seconds)
        if isinstance(made, Refusal):
            return made
        fast, slow = (_limited(program, seconds) for program in self._programs)
        sides = Sides(self._executor, (fast, slow), made, self._lane)
        try:
            sides.__enter__()
            self._open = arguments, sides
            for player in (A, B, A, B):
                sides.run(player)
        except ProgramFailedError as failed:
            return self._failed(failed)
        for player in (A, B):
            for why in sides.wrong[player].values():
                self._close()
                return Refusal(reason=Reason.DISAGREE, message=f"{_NAMES[player]}: {why}")
        return None if self._settings.granularity is Granularity.CALL else self._as_processes(made)

    def _as_processes(self, made: Suite) -> Refusal | None:
        """Takes the overhead where an input is smaller than all before; refuses what fails as a whole process only."""
        size = made.cases[0].data.length
        if self._smallest is not None and size >= self._smallest:
            return None
        self._close()
        try:
            with WholeProcesses(self._executor, self._programs, made, self._lane) as runs:
                overhead = min(runs.run(A) for _ in range(_OVERHEAD_RUNS))
                runs.run(B)
        except ProgramFailedError as failed:
            return self._failed(failed)
        self._smallest, self._overhead = size, overhead
        return None

    def quick(self, arguments: Sequence[Any], runs: int) -> Quick | Refusal:
        """Runs in turns, in the processes of the validation."""
        if self._open is None or self._open[0] is not arguments:
            refused = self.validate(arguments)
            if refused is not None:
                return refused
        assert self._open is not None
        sides = self._open[1]
        try:
            fast, slow = in_turns(self._run(sides), runs, self._source)
        except ProgramFailedError as failed:
            return self._failed(failed)
        for player in (A, B):
            for why in sides.wrong[player].values():
                return Refusal(reason=Reason.DISAGREE, message=f"{_NAMES[player]}: {why}")
        return Quick(
            tuple(max(time, _LEAST_SECONDS) for time in fast),
            tuple(max(time, _LEAST_SECONDS) for time in slow),
        )

    def lines(self, arguments: Sequence[Any], side: Side) -> LineHits | Refusal:
        """Counts in a process of its own, so that nothing an earlier call has kept changes the count."""
        self._check()
        case = self._case(arguments)
        if isinstance(case, Refusal):
            return case
        return profile(self._executor, self._programs[side is Side.SLOW], case)

    def confirm(self, inputs: Sequence[Sequence[Any]]) -> RankTest:
        """The published test, by calls or by processes."""
        self._close()
        alpha = self._settings.alpha
        made = self._expected(inputs)
        if isinstance(made, Refusal):
            return invalid_test(made.message, alpha=alpha)
        kind = Sides if self._settings.granularity is Granularity.CALL else WholeProcesses
        try:
            with kind(self._executor, self._programs, made, self._lane) as players:
                fast, slow = in_turns(self._run(players), RUNS, self._source)
        except ProgramFailedError as failed:
            return invalid_test(f"{_NAMES[failed.player]}: {failed.reason}", alpha=alpha)
        if isinstance(players, Sides):
            for player in (A, B):
                for why in players.wrong[player].values():
                    return invalid_test(f"{_NAMES[player]}: {why}", alpha=alpha)
        return rank_test(fast, slow, alpha=alpha)

    def _run(self, players: Sides | WholeProcesses) -> Callable[[int], float]:
        def run(player: int) -> float:
            self._check()
            return players.run(player)

        return run

    def _failed(self, failed: ProgramFailedError) -> Refusal:
        self._close()
        return Refusal(
            reason=_REASONS.get(failed.verdict, Reason.RAISED),
            message=f"{_NAMES[failed.player]}: {failed.verdict.value}: {failed.reason}",
            error_type=_type_in(failed.reason) if failed.verdict is Verdict.RUNTIME_ERROR else "",
        )

    def _case(self, arguments: Sequence[Any]) -> CaseInput | Refusal:
        if (size := byte_size(list(arguments))) > self._settings.max_bytes:
            return Refusal(
                reason=Reason.SIZE, message=f"{size} bytes; {self._settings.max_bytes} are the most"
            )
        alone = self._task.entry.kind in {EntryKind.SOLUTION, EntryKind.PROGRAM}
        try:
            data = values.encode(arguments[0] if alone else list(arguments))
        except values.CodecError as error:
            return Refusal(reason=Reason.UNENCODABLE, message=str(error))
        return CaseInput("stress-generated", 0, Slice.of(data))

    def _expected(self, inputs: Sequence[Sequence[Any]], seconds: float | None = None) -> Suite | Refusal:
        """Cases with the answers of the trusted solution."""
        made = Suite(self._task, [])
        for number, arguments in enumerate(inputs):
            case = self._case(arguments)
            if isinstance(case, Refusal):
                return case
            made.cases.append(case._replace(seed=number))
        runner = self._executor.start(_limited(self._trusted, seconds), self._lane)
        try:
            for case in made.cases:
                run = runner.run(case, CallPlan(warmups=0, timed=1), last=case is made.cases[-1])
                verdict = verdict_of_run(run)
                if verdict is not None:
                    return _refused(run, verdict)
                made.expected.append(run.calls[-1].output)
            runner.finish()
        finally:
            runner.close()
        for case, answer in zip(made.cases, made.expected, strict=True):
            judgement = self._executor.judge(self._task, case, answer, answer)
            if not judgement.ok:
                message = f"the validator refuses the trusted solution's own answer: {judgement.reason}"
                return Refusal(reason=Reason.DISAGREE, message=message)
        return made


def _limited(program: Program, seconds: float | None) -> Program:
    if seconds is None:
        return program
    limits = msgspec.structs.replace(program.task.limits, call_seconds=seconds)
    return replace(program, task=msgspec.structs.replace(program.task, limits=limits))


def _refused(run: CaseRun, verdict: Verdict) -> Refusal:
    return Refusal(
        reason=_REASONS.get(verdict, Reason.RAISED),
        message=f"trusted solution: {verdict.value}: {run.reason}",
        error_type=_type_in(run.reason) if verdict is Verdict.RUNTIME_ERROR else "",
        line=line_of(run.traceback),
    )


def _type_in(reason: str) -> str:
    """The exception's class, with which a reason begins."""
    name = reason.partition(":")[0]
    return name if name.isidentifier() else ""
