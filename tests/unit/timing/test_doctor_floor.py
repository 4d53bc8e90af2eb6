"""The doctor's noise floor over the fake executor."""

from __future__ import annotations

import random

import pytest

from effibench.timing.doctor.floor import CONTROL, KERNELS, measure_floor
from effibench.timing.doctor.noise import NoiseFloor, floor_rows, resolution_line
from effibench.timing.doctor.rows import State
from effibench.timing.executor import CaseInput, Program
from effibench.timing.fake import FakeCall, FakeExecutor


def measured(noise: float, control: float = CONTROL) -> NoiseFloor:
    source = random.Random(5)

    def script(program: Program, case: CaseInput, call: int) -> FakeCall:
        slower = 1.0 if program.source in KERNELS.values() else 1 + control
        return FakeCall(int(1_000_000 * slower * (1 + noise * source.random())), answer=0)

    executor = FakeExecutor(script, accept=lambda expected, answer: True)
    with executor.lane(1, exclusive=True) as lane:
        return measure_floor(executor, lane)  # type: ignore[arg-type]


def test_a_machine_without_noise_resolves_everything() -> None:
    floor = measured(0.0)
    assert floor.kernels == {"interpreter": 0.0, "memory": 0.0, "allocator": 0.0}
    assert floor.resolvable == pytest.approx(0.0)
    assert floor.control_measured == pytest.approx(CONTROL)
    assert [row.state for row in floor_rows(floor)] == [State.OK, State.OK]


def test_noise_shows_in_the_floor() -> None:
    floor = measured(0.2)
    assert all(error is not None and error > 0 for error in floor.kernels.values())
    assert floor.resolvable is not None
    assert 0 < floor.resolvable < 0.1
    assert floor.control_measured == pytest.approx(CONTROL, abs=0.05)


def test_a_control_that_is_not_found_is_reported() -> None:
    floor = measured(0.3, control=0.0)
    assert floor.control_measured is None
    assert [row.state for row in floor_rows(floor)][1] is State.WARN


def test_a_machine_that_resolves_nothing_fails() -> None:
    floor = NoiseFloor(
        kernels={"interpreter": None}, seconds=0.5, resolvable=None, control=0.1, control_measured=None
    )
    rows = list(floor_rows(floor))
    assert rows[0].state is State.FAIL
    assert "interpreter –" in (rows[0].value or "")
    assert resolution_line(floor) == "this machine can resolve no difference in 0.5 s"
