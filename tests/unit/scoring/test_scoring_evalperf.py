"""EvalPerf's DPS and win rates, by hand."""

from __future__ import annotations

import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.evalperf import (
    PAPER,
    REPOSITORY,
    References,
    Rule,
    cluster_match,
    match,
    model_value,
    out_of_order,
    table_values,
    task_value,
)
from effibench.scoring.evalperf_wins import aligned, win_rates

REFERENCES = References(scores=(10.0, 60.0, None, 100.0), costs=(400.0, 300.0, 200.0, 100.0))


@pytest.mark.parametrize(
    ("cost", "cluster", "dps", "norm"),
    [
        (99.0, 3, 100.0, 100.0),
        (100.0, 3, 100.0, 100.0),
        (100.5, 2, None, 75.0),
        (300.0, 1, 60.0, 50.0),
        (400.0, 0, 10.0, 25.0),
        (401.0, -1, 0.0, 0.0),
        (None, -1, 0.0, 0.0),
    ],
)
def test_the_fastest_reference_that_is_not_exceeded(
    cost: float | None, cluster: int, dps: float | None, norm: float
) -> None:
    made = match(cost, REFERENCES)
    assert (made.cluster, made.dps, made.dps_norm) == (cluster, dps, norm)


def test_references_out_of_order_are_taken_as_they_come_and_named() -> None:
    mixed = References(scores=(50.0, 80.0, 100.0), costs=(300.0, 100.0, 200.0))
    assert match(150.0, mixed).cluster == 2
    assert match(250.0, mixed).cluster == 0
    assert out_of_order(mixed) == [1]
    assert out_of_order(REFERENCES) == []


def test_a_task_value_is_a_mean_over_the_first_profiled() -> None:
    matches = [match(cost, REFERENCES) for cost in (100.0, 300.0, 999.0)]
    made = task_value(matches, 10, 5, Rule("mine", 2, 2))
    assert (made.dps, made.dps_norm, made.pass_at_1, made.profiled) == (80.0, 75.0, 50.0, 2)
    made = task_value(matches, 10, 5, Rule("mine", 2, 9))
    assert (made.dps, made.profiled) == (pytest.approx(160 / 3), 3)


def test_too_few_correct_samples_have_no_value() -> None:
    made = task_value([], 100, 9)
    assert (made.dps, made.dps_norm, made.pass_at_1) == (None, None, 9.0)
    assert made.reason == "9 correct sample(s); the repository's rule asks for 10"
    assert task_value([match(100.0, REFERENCES)], 100, 1, PAPER).dps == 100.0
    assert (PAPER.min_correct, PAPER.max_profile, REPOSITORY.min_correct, REPOSITORY.max_profile) == (
        1,
        10,
        10,
        20,
    )


def test_an_unknown_score_leaves_the_normalised_one() -> None:
    made = task_value([match(200.0, REFERENCES)], 1, 1, PAPER)
    assert (made.dps, made.dps_norm) == (None, 75.0)
    assert "not known" in made.reason


def test_a_model_is_a_mean_over_the_tasks_with_a_value() -> None:
    values = {
        "t": task_value([match(100.0, REFERENCES)], 2, 1, PAPER),
        "u": task_value([match(300.0, REFERENCES)], 1, 1, PAPER),
        "v": task_value([], 1, 0, PAPER),
    }
    made = model_value(values, cost="instructions", rule=PAPER)
    assert (made.dps, made.dps_norm, made.pass_at_1) == (80.0, 75.0, 50.0)
    assert (made.tasks, made.with_dps, made.with_dps_norm) == (3, 2, 2)
    assert (made.cost, made.variant) == ("instructions", "paper")
    assert model_value({"v": values["v"]}, cost="time").dps is None
    whole = model_value(values, cost="instructions", rule=PAPER, tasks=["t", "u", "v", "w"])
    assert (whole.pass_at_1, whole.tasks, whole.missing, whole.dps) == (37.5, 4, 1, 80.0)
    with pytest.raises(UsageError, match="'u' has a value and is none of the 1 tasks"):
        model_value(values, cost=None, tasks=["t"])


def test_values_from_a_table() -> None:
    made = table(
        row("t", sample=0, time=100.0),
        row("t", sample=1, case="check", scored=False),
        row("t", sample=1, case="perf", status=Verdict.TIME_LIMIT),
        row("t", sample=2, case="check", scored=False, status=BAD),
        row("t", sample=2, case="perf", time=1.0),
        row("t", sample=3, time=300.0),
        tasks=("t", "u"),
    )
    values = table_values(made, "m", {"t": REFERENCES}, cost="time", rule=PAPER)
    assert list(values) == ["t"]
    assert (values["t"].dps, values["t"].pass_at_1, values["t"].profiled) == (pytest.approx(160 / 3), 75.0, 3)
    assert table_values(made, "m", {"t": REFERENCES}, cost="time")["t"].dps is None
    two = table_values(made, "m", {"t": REFERENCES}, cost="time", rule=Rule("mine", 3, 2))["t"]
    assert (two.dps, two.profiled) == (50.0, 2)
    with pytest.raises(UsageError, match="task t has no references"):
        table_values(made, "m", {}, cost="time")
    with pytest.raises(UsageError, match="instructions was not measured"):
        table_values(made, "m", {"t": REFERENCES}, rule=PAPER)


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="cluster 4 is none of 4"):
        cluster_match(4, REFERENCES)
    with pytest.raises(UsageError, match="1 references have costs, 2 have scores"):
        match(1.0, References(scores=(50.0, 100.0), costs=(1.0,)))
    with pytest.raises(UsageError, match="at least 1"):
        match(1.0, References(scores=(50.0, 100.0)))
    with pytest.raises(UsageError, match="1 measured of 0 correct"):
        task_value([match(1.0, REFERENCES)], 1, 0)
    with pytest.raises(UsageError, match="no correct sample was measured"):
        task_value([], 10, 10)
    with pytest.raises(UsageError, match="no task"):
        model_value({}, cost=None)


# --- win rates ---

MODELS = {
    "a": {"t": 90.0, "u": 50.0, "v": 70.0},
    "b": {"t": 80.0, "u": 50.0, "v": None},
    "c": {"t": 85.0, "v": 100.0},
    "nowhere": {"w": 1.0},
}


def test_win_rates_are_over_common_tasks() -> None:
    made = win_rates(MODELS)
    # a: against b a win and a tie, against c a win and a loss.
    assert (made["a"].task_win_rate, made["a"].rounds) == (2.5 / 4, 4)
    # Means over the common tasks: a beats b 70 : 65 and loses to c 80 : 92.5.
    assert (made["a"].model_win_rate, made["a"].opponents) == (0.5, 2)
    assert (made["c"].task_win_rate, made["c"].model_win_rate) == (2 / 3, 1.0)
    assert (made["nowhere"].task_win_rate, made["nowhere"].model_win_rate) == (None, None)
    assert aligned(MODELS["a"], MODELS["c"]) == (80.0, 92.5)
    assert aligned(MODELS["a"], MODELS["nowhere"]) is None


def test_equal_means_beat_nobody() -> None:
    made = win_rates({"a": {"t": 10.0, "u": 20.0}, "b": {"t": 20.0, "u": 10.0}})
    assert [(one.task_win_rate, one.model_win_rate) for one in made.values()] == [(0.5, 0.0), (0.5, 0.0)]


def test_models_can_be_compared_by_another_value() -> None:
    other = {model: {task: -(value or 0) for task, value in own.items()} for model, own in MODELS.items()}
    made = win_rates(MODELS, other)
    assert made["a"].task_win_rate == 2.5 / 4
    assert made["c"].model_win_rate == 0.0
    with pytest.raises(UsageError, match="other models"):
        win_rates(MODELS, {"a": {}})
