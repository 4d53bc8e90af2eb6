"""The long table: what a row holds, what is refused, and how rows become programs."""

from __future__ import annotations

import math

import msgspec
import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.table import UNITS, Costs, Row, Table


@pytest.mark.parametrize("value", [-1.0, math.inf, math.nan])
def test_a_cost_is_a_finite_number(value: float) -> None:
    with pytest.raises(UsageError, match="instructions is"):
        Costs(instructions=value)


def test_every_cost_has_a_unit() -> None:
    assert set(UNITS) | {"missing"} == set(Costs.__struct_fields__)


def test_an_unknown_cost_is_named() -> None:
    with pytest.raises(UsageError, match="cost is 'speed'; it must be one of time, cpu_time"):
        row("t").cost("speed")  # type: ignore[arg-type]


def test_a_missing_cost_names_task_program_cost_and_reason() -> None:
    lacking = Row(task="t7", model="gpt", sample=3, case="c", costs=Costs(missing={"memory": "sampler died"}))
    with pytest.raises(UsageError, match=r"task t7 \(gpt, sample 3, case c\): memory .*\(sampler died\)"):
        lacking.cost("memory")
    with pytest.raises(UsageError, match=r"time was not measured \(no reason was recorded"):
        lacking.cost("time")
    assert row("t", time=0).cost("time") == 0.0


def test_rows_survive_json_and_refuse_unknown_fields() -> None:
    made = row("t", case="c", status=BAD, time=1.5, missing={"tmu": "no sampler"})
    assert msgspec.json.decode(msgspec.json.encode(made), type=Row) == made
    with pytest.raises(msgspec.ValidationError, match="tim"):
        msgspec.convert({"task": "t", "costs": {"tim": 1}}, Row)


def test_a_cost_is_combined_over_scored_cases() -> None:
    made = table(
        row("t", case="check", scored=False),
        row("t", case="a", time=1.0),
        row("t", case="b", time=4.0),
    )
    attempt = made.attempts(model="m")["t"][0]
    assert [attempt.cost("time", how) for how in ("sum", "mean", "max")] == [5.0, 2.5, 4.0]
    assert attempt.passed
    assert attempt.measured("time")
    assert not attempt.measured("memory")


def test_a_program_without_a_scored_case_has_no_cost() -> None:
    attempt = table(row("t", scored=False, time=1.0)).attempts(model="m")["t"][0]
    assert not attempt.measured("time")
    with pytest.raises(UsageError, match="no case is scored"):
        attempt.cost("time", "sum")


def test_one_bad_case_fails_the_program() -> None:
    attempt = table(row("t", case="a"), row("t", case="b", status=BAD, reason="3 != 4")).attempts(model="m")[
        "t"
    ][0]
    assert not attempt.passed
    assert attempt.failure == "task t (m, sample 0, case b): wrong_answer (3 != 4)"


def test_samples_come_in_their_order_and_tasks_without_one_are_there() -> None:
    made = table(row("t", sample=2), row("t", sample=0), row("t", solution="canonical"), tasks=("u", "t"))
    attempts = made.attempts(model="m")
    assert list(attempts) == ["u", "t"]
    assert attempts["u"] == []
    assert [one.sample for one in attempts["t"]] == [0, 2]
    assert made.models == ("m",)
    assert [one.solution for one in made.own("t")] == ["canonical"]
    assert made.own("u") == []


def test_languages_are_different_programs() -> None:
    made = table(row("t", language="go"), row("t", language="c"))
    assert [one.language for one in made.attempts(model="m")["t"]] == ["go", "c"]


def test_what_is_there_twice_or_nowhere_is_refused() -> None:
    with pytest.raises(UsageError, match=r"has two rows \(level 1, case 'c'\)"):
        table(row("t", case="c", level=1), row("t", case="c", level=1))
    with pytest.raises(UsageError, match="of none of the 1 tasks"):
        table(row("t"), tasks=("u",))
    with pytest.raises(UsageError, match="no row is of model 'x'"):
        table(row("t")).attempts(model="x")
    with pytest.raises(UsageError, match="no row is of solution 'x'"):
        table(row("t")).attempts(solution="x")


def test_tasks_are_chosen_by_name() -> None:
    made = table(row("t"), row("u"))
    assert made.chosen(None) == ("t", "u")
    assert made.chosen(["u", "u"]) == ("u",)
    with pytest.raises(UsageError, match="'x' is not in the table"):
        made.chosen(["x"])
    with pytest.raises(UsageError, match="no task"):
        made.chosen([])


def test_common_correct_tasks_are_those_that_all_models_solve() -> None:
    made = table(
        row("t", "a"),
        row("t", "b"),
        row("u", "a"),
        row("u", "b", status=Verdict.TIME_LIMIT),
        row("u", "b", sample=1),
        row("v", "a"),
    )
    assert made.common_correct() == ("t",)
    assert made.common_correct(["a"]) == ("t", "u", "v")
    assert made.common_correct(["b"], sample=1) == ("u",)
    assert Table(rows=()).common_correct() == ()
