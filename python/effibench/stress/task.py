"""The search on one task, and on a benchmark."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from effibench import values
from effibench.audit.hints import complexity_hints
from effibench.audit.pairs import SolutionPair, pair_of
from effibench.audit.walk import walk
from effibench.datasets.problem import Problem
from effibench.errors import DatasetError, TaskError
from effibench.stress.batches import Generator, State
from effibench.stress.engine import Engine, Stressed
from effibench.stress.journal import Journal
from effibench.stress.native import NativeProber
from effibench.stress.record import Outcome, StressFinding, StressReport, StressSettings
from effibench.stress.suite import write_suite
from effibench.tasks.task import Entry, EntryKind
from effibench.timing import host
from effibench.timing.memfile import Slice
from effibench.timing.native import NativeExecutor

_CASES_PER_DOMAIN = 5
_BASE_SEED = 42


def stress_task(
    executor: NativeExecutor,
    problem: Problem,
    pair: SolutionPair,
    settings: StressSettings,
    *,
    order: Sequence[int] = (),
    generator: Generator | None = None,
    check: Callable[[], None] = lambda: None,
) -> Stressed:
    """Looks for inputs on which the pair can be told apart.

    Args:
        order: arguments to grow first; without any, what the slow side's source suggests.
        generator: of the suite; None = by shapes.
        check: called between runs; raises to abandon the work.

    Raises:
        HostError: the machine or the sandbox failed.
    """
    task = problem.task
    invalid = StressFinding(
        problem=problem.id, task_digest=task.digest, pair_digest=pair.digest, outcome=Outcome.INVALID
    )
    if task.entry.kind is EntryKind.PROGRAM:
        why = "a program that reads text has no arguments to make larger"
        return Stressed(msgspec.structs.replace(invalid, reason=why))
    try:
        inputs = _own_inputs(executor, problem)
    except (TaskError, values.CodecError) as error:
        return Stressed(msgspec.structs.replace(invalid, reason=str(error)))
    state = State(task.prompt, pair.slow.source, task.entry)
    with (
        executor.lane(task.cores, exclusive=True) as lane,
        NativeProber(executor, task, pair, lane, settings, check=check) as prober,
    ):
        order = order or _suggested(pair.slow.source, task.entry)
        engine = Engine(prober, state, settings, time.monotonic, order, generator)
        return engine.run(invalid, inputs)


def _suggested(source: str, entry: Entry) -> tuple[int, ...]:
    """Arguments on whose size the work seems to depend, the one with the largest power first."""
    hints = complexity_hints(source, entry)
    return tuple(argument.index for argument in hints.arguments if argument.degree)


def _own_inputs(executor: NativeExecutor, problem: Problem) -> list[list[Any]]:
    """The task's inputs as lists of arguments, those of its correctness domains first."""
    task = problem.task
    cases = sorted(
        executor.inputs(task, _BASE_SEED, _CASES_PER_DOMAIN),
        key=lambda case: case.domain.startswith("stress-"),
    )
    found = []
    for case in cases:
        assert isinstance(case.data, Slice)
        value = values.decode(case.data.read())
        found.append([value] if task.entry.kind is EntryKind.SOLUTION else list(value))
    return found


def stress_benchmark(
    executor: NativeExecutor,
    name: str,
    problems: Sequence[Problem],
    settings: StressSettings,
    *,
    out: Path,
    journal: Journal | None = None,
    report: Callable[[int, int, str], None] = lambda done, total, what: None,
    tell: Callable[[StressFinding], None] = lambda found: None,
    check: Callable[[], None] = lambda: None,
) -> StressReport:
    """Looks for tests of every task that has a slow and a fast solution, and writes a suite where there are any.

    Args:
        out: folder of the suites, one folder each.
        journal: what is there of the same task and the same sources is not searched again, if its suite is in `out`;
            what is found is added.
        report: told (tasks done, tasks in all, the task).
        tell: given each finding as it comes.

    Raises:
        HostError: the machine or the sandbox failed on every task; on one of several, the search goes on without it.
        KeyboardInterrupt: before the first task was finished; later it ends the search with what there is.
        UsageError: a setting makes no sense.
    """
    settings = settings.checked()
    chosen = [(problem, pair) for problem in problems if (pair := pair_of(problem)) is not None]
    without = [problem.id for problem in problems if pair_of(problem) is None]

    def run(number: int) -> StressFinding:
        problem, pair = chosen[number]
        report(number, len(chosen), problem.id)
        known = journal.done.get(problem.id) if journal is not None else None
        if known is None or not _holds(known, problem, pair, out):
            known = _written(out, problem, pair, stress_task(executor, problem, pair, settings, check=check))
            if journal is not None:
                journal.add(known)
        tell(known)
        return known

    walked = walk([problem.id for problem, _ in chosen], run)
    return StressReport(
        benchmark=name,
        settings=settings,
        findings=walked.found,
        without_pair=tuple(without),
        failed=walked.failed,
        not_reached=walked.not_reached,
        ended=walked.ended,
        conclusion=_conclusion(name, walked.found, settings),
        host=host.describe(),
    )


def _holds(known: StressFinding, problem: Problem, pair: SolutionPair, out: Path) -> bool:
    """Whether what was found is of this task and this pair, and its suite is where it is asked for."""
    same = (known.task_digest, known.pair_digest) == (problem.task.digest, pair.digest)
    return same and (not known.folder or (out / known.folder / "task.toml").is_file())


def _written(out: Path, problem: Problem, pair: SolutionPair, stressed: Stressed) -> StressFinding:
    """The finding, its suite written if it has one; what was confirmed stays so where that is not possible."""
    found = stressed.finding
    if not stressed.inputs:
        return found
    try:
        folder = write_suite(out, problem, pair, stressed)
    except DatasetError as error:
        return msgspec.structs.replace(found, reason=str(error))
    return msgspec.structs.replace(found, folder=folder.name)


def _conclusion(name: str, findings: Sequence[StressFinding], settings: StressSettings) -> str:
    counts = {outcome: sum(found.outcome is outcome for found in findings) for outcome in Outcome}
    return (
        f"{name}: {counts[Outcome.SEPARABLE]} of {len(findings)} pairs can be told apart by "
        f"{settings.granularity.value}s on generated inputs, {counts[Outcome.NOT_SEPARABLE]} cannot up to the sizes "
        f"that were tried, {counts[Outcome.INVALID]} are invalid"
    )
