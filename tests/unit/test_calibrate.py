"""The calibration experiment over the fake executor, to the nanosecond."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import msgspec
import pytest

from effibench.errors import EffibenchError, TaskError, UsageError
from effibench.stats.calibration import PUBLISHED_CV_PERCENT, TIMED, WARMUPS
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.calibrate import CalibratedCell, Calibration, calibrate
from effibench.timing.executor import CaseInput, Program, Stop
from effibench.timing.fake import FakeCall, FakeExecutor

MS = 1_000_000
CELLS = [(w, m) for w in WARMUPS for m in TIMED]


def task(name: str = "fake/one", **fields: Any) -> Task:
    base: dict[str, Any] = {"reference": "r", "inputs": "i", "domains": ("correctness-a", "stress-b")}
    return Task(id=name, **(base | fields))


class Script:
    """Repetition r of a case takes `walls(r, call)` ns for each call."""

    def __init__(self, walls: Any) -> None:
        self.walls, self.started = walls, Counter[tuple[str, str, int]]()

    def __call__(self, program: Program, case: CaseInput, number: int) -> FakeCall:
        key = program.task.id, case.domain, case.seed
        self.started[key] += number == 0
        wall = self.walls(key, self.started[key] - 1, number)
        return wall if isinstance(wall, FakeCall) else FakeCall(wall_ns=wall)


def measured(walls: Any, *tasks: Task, **options: Any) -> tuple[Calibration, FakeExecutor]:
    executor = FakeExecutor(Script(walls))
    options = {"cases_per_domain": 1, "repetitions": 2} | options
    return calibrate(executor, tasks or (task(),), **options), executor


def cells(made: tuple[CalibratedCell, ...]) -> dict[tuple[int, int], float]:
    return {(cell.warmups, cell.timed): cell.cv_percent for cell in made}


def test_one_recording_serves_all_warm_ups_and_numbers_of_timed_calls() -> None:
    # Call n of the first repetition takes n + 1 ms, of the second always 1 ms.
    made, _ = measured(lambda key, repetition, call: (call + 1 if repetition == 0 else 1) * MS)
    for (w, m), cv in cells(made.cells).items():
        first = sum(range(w + 1, w + m + 1)) / m  # mean of calls w … w + m − 1
        assert cv == pytest.approx(100 * math.sqrt(2) * (first - 1) / (first + 1))
    assert cells(made.cells)[1, 3] == pytest.approx(100 * math.sqrt(2) / 2)  # means 3 and 1 ms
    assert list(cells(made.cells)) == CELLS


def test_the_very_first_call_is_never_timed() -> None:
    made, _ = measured(lambda key, repetition, call: (500 * (repetition + 1) if call == 0 else 1) * MS)
    assert set(cells(made.cells).values()) == {0.0}


def test_cases_are_averaged_then_tasks() -> None:
    def walls(key: tuple[str, str, int], repetition: int, call: int) -> int:
        name, domain, _ = key
        noisy = name == "fake/one" and domain == "stress-b"
        return (3 if noisy and repetition else 1) * MS

    made, _ = measured(walls, task(), task("fake/two", domains=("stress-b",)))
    one, two = made.tasks
    full = 100 * math.sqrt(2) / 2
    assert (one.task, two.task) == ("fake/one", "fake/two")
    assert cells(one.cells) == pytest.approx(dict.fromkeys(CELLS, full / 2))
    assert cells(two.cells) == dict.fromkeys(CELLS, 0.0)
    assert cells(made.cells) == pytest.approx(dict.fromkeys(CELLS, full / 4))


def test_every_repetition_is_a_process_of_its_own_that_makes_ten_calls() -> None:
    made, executor = measured(lambda key, repetition, call: MS, repetitions=3, cases_per_domain=2)
    assert executor.events == [
        "lane 1 exclusive",
        "inputs fake/one",
        *["start reference", "run correctness-a 42", "end"] * 3,
        *["start reference", "run correctness-a 43", "end"] * 3,
        *["start reference", "run stress-b 42", "end"] * 3,
        *["start reference", "run stress-b 43", "end"] * 3,
    ]
    (only,) = made.tasks
    assert [(case.domain, case.seed) for case in only.cases] == [
        ("correctness-a", 42),
        ("correctness-a", 43),
        ("stress-b", 42),
        ("stress-b", 43),
    ]
    assert all(case.times_ns == ((MS,) * 10,) * 3 for case in only.cases)
    assert only.task_digest == task().digest
    assert (made.repetitions, made.base_seed, made.level, made.host.node) == (3, 42, "strong", "fake")


def test_the_lane_is_as_wide_as_the_task_and_the_seed_is_a_choice() -> None:
    made, executor = measured(lambda key, repetition, call: MS, task(cores=2), base_seed=7)
    assert executor.events[0] == "lane 2 exclusive"
    assert [case.seed for case in made.tasks[0].cases] == [7, 7]
    assert made.base_seed == 7
    assert made.host.lane == (0, 1)


def test_the_machine_of_several_tasks_has_no_one_lane() -> None:
    made, _ = measured(lambda key, repetition, call: MS, task(), task("fake/two"))
    assert made.host.lane == ()


def test_an_interrupt_keeps_the_tasks_that_are_complete() -> None:
    def walls(key: tuple[str, str, int], repetition: int, call: int) -> int:
        if key[0] == "fake/two" and key[1] == "stress-b":
            raise KeyboardInterrupt
        return MS

    made, executor = measured(walls, task(), task("fake/two"), task("fake/three"))
    assert [only.task for only in made.tasks] == ["fake/one"]
    assert made.not_reached == ("fake/two", "fake/three")
    assert made.host.lane == (0,)
    assert executor.events[-1] == "end"  # of the process that was interrupted
    with pytest.raises(KeyboardInterrupt):
        measured(walls, task("fake/two"), task())


def test_the_published_figures_stand_beside() -> None:
    made, _ = measured(lambda key, repetition, call: MS)
    beside = {(cell.warmups, cell.timed): cell.published_cv_percent for cell in made.cells}
    assert beside == PUBLISHED_CV_PERCENT
    assert {cell.published_cv_percent for cell in made.tasks[0].cells} == {None}


def test_progress_is_told_by_repetition() -> None:
    told: list[tuple[int, int, str]] = []
    measured(lambda key, repetition, call: MS, report=lambda *what: told.append(what))
    assert told == [(done, 4, "fake/one") for done in range(4)]


def test_the_record_survives_json() -> None:
    made, _ = measured(lambda key, repetition, call: (repetition + 1) * MS)
    assert msgspec.json.decode(msgspec.json.encode(made), type=Calibration) == made


@pytest.mark.parametrize(
    ("tasks", "options", "error", "message"),
    [
        ([], {}, UsageError, "no task"),
        ([task(), task()], {}, UsageError, "fake/one is given more than once"),
        ([task()], {"repetitions": 1}, UsageError, "repetitions = 1.*--repetitions"),
        ([task()], {"cases_per_domain": 0}, UsageError, "= 0.*--cases"),
        (
            [Task(id="fake/literal", cases=(LiteralCase(input=1, expected=1),))],
            {},
            TaskError,
            "fake/literal has no reference",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_runs(
    tasks: list[Task], options: dict[str, Any], error: type[EffibenchError], message: str
) -> None:
    executor = FakeExecutor(Script(lambda key, repetition, call: MS))
    with pytest.raises(error, match=message):
        calibrate(executor, tasks, **options)
    assert executor.events == []


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (FakeCall(stop=Stop.TIME, reason="too long"), "time_limit: too long"),
        (FakeCall(wall_ns=0), "a call took 0 ns, which is below"),
    ],
)
def test_a_reference_that_fails_is_the_tasks_fault(step: FakeCall, message: str) -> None:
    def walls(key: tuple[str, str, int], repetition: int, call: int) -> Any:
        return step if (key[1], repetition, call) == ("stress-b", 1, 9) else MS

    executor = FakeExecutor(Script(walls))
    with pytest.raises(TaskError, match=rf"^task fake/one: reference\.py on stress-b, seed 42: {message}"):
        calibrate(executor, [task()], cases_per_domain=1)
    assert executor.events[-1] == "end"
