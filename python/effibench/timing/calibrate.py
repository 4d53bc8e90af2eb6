"""How much the mean that a protocol reports varies on this machine: the calibration experiment of DSEffi-Bench.

Every repetition is a fresh process of the reference on one case, which is called max(W) + max(M) times. One recording
serves all (W, M): the protocol with W warm-ups reports the mean of the M calls after them. So the figures of a table
share their samples and say how they compare, not how they scatter. The sums are those of `stats.calibration`.

Answers are not judged here; that a task's reference is right is what `effibench tasks check` proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from effibench.errors import TaskError, UsageError
from effibench.model import SCHEMA_VERSION, Host, Protection
from effibench.stats.calibration import (
    PUBLISHED_CV_PERCENT,
    TIMED,
    WARMUPS,
    Cell,
    calibration_table,
)
from effibench.tasks.task import Task
from effibench.timing.executor import CallPlan, CaseInput, Executor, Lane, Program
from effibench.timing.verdicts import verdict_of_run

REPETITIONS = 10
_PLAN = CallPlan(warmups=max(WARMUPS), timed=max(TIMED))

Report = Callable[[int, int, str], None]


class CalibratedCell(msgspec.Struct, frozen=True, kw_only=True):
    """One (W, M): coefficient of variation of the reported mean in percent, here and (for all tasks) as published."""

    warmups: int
    timed: int
    cv_percent: float
    published_cv_percent: float | None = None


class CalibratedCase(msgspec.Struct, frozen=True, kw_only=True):
    """One case. `times_ns`: for each repetition the wall times of its calls, from the very first one on."""

    domain: str
    seed: int
    times_ns: tuple[tuple[int, ...], ...]


class CalibratedTask(msgspec.Struct, frozen=True, kw_only=True):
    """One task: its cases, and the mean over them of each cell."""

    task: str
    task_digest: str
    cells: tuple[CalibratedCell, ...]
    cases: tuple[CalibratedCase, ...]


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """What `effibench calibrate` found.

    Attributes:
        repetitions: reported means per case, each from a process of its own.
        base_seed: first seed of every domain.
        cells: mean over the tasks of their cells, W by W.
        not_reached: names of the tasks that an interrupt left unmeasured.
        level: protection, derived from `protections`.
    """

    schema: int = SCHEMA_VERSION
    repetitions: int
    base_seed: int
    cells: tuple[CalibratedCell, ...]
    tasks: tuple[CalibratedTask, ...]
    not_reached: tuple[str, ...] = ()
    level: str = ""
    protections: tuple[Protection, ...] = ()
    host: Host


def calibrate(
    executor: Executor,
    tasks: Sequence[Task],
    *,
    base_seed: int = 42,
    cases_per_domain: int = 5,
    repetitions: int = REPETITIONS,
    report: Report = lambda done, total, what: None,
) -> Calibration:
    """Measures the spread of the reported mean for W in {1, 3, 5} and M in {1, …, 5}.

    Source: DSEffi-Bench, table 19. It does not say at which level it averages; here the coefficient of variation is
    that of a case, averaged over the task's cases, then over the tasks.

    Over many tasks that takes a while. An interrupt (Ctrl-C) ends it with the tasks that are complete by then.

    Args:
        report: told (repetitions done, repetitions in all, the task) task by task.

    Raises:
        UsageError: there is no task, one is given twice, or there are fewer than two repetitions.
        TaskError: a task has no reference, or its reference fails.
        HostError: the machine or the sandbox failed.
        KeyboardInterrupt: there was one before the first task was complete.
    """
    _check(tasks, cases_per_domain, repetitions)
    recorded: dict[str, list[CalibratedCase]] = {}
    try:
        for task in tasks:
            with executor.lane(task.cores, exclusive=True) as lane:
                inputs = executor.inputs(task, base_seed, cases_per_domain)
                cases = []
                for index, case in enumerate(inputs):
                    times = []
                    for repetition in range(repetitions):
                        report(index * repetitions + repetition, len(inputs) * repetitions, task.id)
                        times.append(_record(executor, task, case, lane))
                    cases.append(CalibratedCase(domain=case.domain, seed=case.seed, times_ns=tuple(times)))
                host = executor.host(task, lane)
                recorded[task.id] = cases
    except KeyboardInterrupt:
        if not recorded:
            raise
    table = calibration_table({name: [case.times_ns for case in cases] for name, cases in recorded.items()})
    level, protections = executor.protections()
    return Calibration(
        repetitions=repetitions,
        base_seed=base_seed,
        cells=_cells(table.cv_percent, published=True),
        tasks=tuple(
            CalibratedTask(
                task=task.id,
                task_digest=task.digest,
                cells=_cells(table.task_cv_percent[task.id], published=False),
                cases=tuple(recorded[task.id]),
            )
            for task in tasks
            if task.id in recorded
        ),
        not_reached=tuple(task.id for task in tasks if task.id not in recorded),
        level=level,
        protections=protections,
        # The lane may be another one for each task, and the libraries are the task's.
        host=msgspec.structs.replace(host, lane=(), libraries={}) if len(recorded) > 1 else host,
    )


def _check(tasks: Sequence[Task], cases_per_domain: int, repetitions: int) -> None:
    if not tasks:
        raise UsageError("there is no task to calibrate with")
    if repetitions < 2:
        raise UsageError(f"repetitions = {repetitions} (flag --repetitions): a spread needs at least 2")
    if cases_per_domain < 1:
        raise UsageError(f"cases_per_domain = {cases_per_domain} (flag --cases): expected at least 1")
    names = [task.id for task in tasks]
    for task in tasks:
        if names.count(task.id) > 1:
            raise UsageError(f"task {task.id} is given more than once")
        if not task.reference:
            raise TaskError(f"task {task.id} has no reference; there is nothing to repeat")


def _record(executor: Executor, task: Task, case: CaseInput, lane: Lane) -> tuple[int, ...]:
    """One repetition: the wall times of all calls of a fresh process, in ns."""
    runner = executor.start(Program(task.reference, "reference", task), lane)
    try:
        run = runner.run(case, _PLAN, last=True)
        runner.finish()
    finally:
        runner.close()
    where = f"task {task.id}: reference.py on {case.domain}, seed {case.seed}"
    verdict = verdict_of_run(run)
    if verdict is not None:
        raise TaskError(f"{where}: {verdict.value}: {run.reason}")
    times = tuple(call.sample.wall_ns for call in run.calls)
    if min(times) <= 0:
        raise TaskError(f"{where}: a call took {min(times)} ns, which is below the clock's resolution")
    return times


def _cells(cv_percent: Mapping[Cell, float], *, published: bool) -> tuple[CalibratedCell, ...]:
    return tuple(
        CalibratedCell(
            warmups=warmups,
            timed=timed,
            cv_percent=cv_percent[warmups, timed],
            published_cv_percent=PUBLISHED_CV_PERCENT[warmups, timed] if published else None,
        )
        for warmups in WARMUPS
        for timed in TIMED
    )
