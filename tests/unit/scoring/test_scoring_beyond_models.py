"""Pass, Beyond and Beyond|Pass of models, by hand."""

from __future__ import annotations

import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.beyond import make_pool
from effibench.scoring.beyond_models import pools, summary, task_scores

TABLE = table(
    row("t", solution="reference", case="1", time=1.0),
    row("t", solution="reference", case="2", time=3.0),
    row("t", "a", case="1", time=4.0),
    row("t", "a", case="2", time=12.0),
    row("t", "b", case="1", time=2.0),
    row("t", "b", case="2", time=6.0),
    row("u", solution="reference", time=1.0),
    row("u", "a", time=1.0),
    row("u", "b", status=BAD),
    row("v", solution="reference", time=1.0),
    row("v", "a", status=Verdict.TIME_LIMIT),
    row("v", "a", sample=1, time=2.0),
    tasks=("t", "u", "v", "w"),
)


def test_a_pool_has_all_correct_solutions() -> None:
    made = pools(TABLE)
    assert {task: pool.costs for task, pool in made.items()} == {
        "t": (2.0, 4.0, 8.0),
        "u": (1.0, 1.0),
        "v": (1.0, 2.0),
    }


def test_a_published_pool_is_joined_and_keeps_its_settings() -> None:
    published = {"t": make_pool([1.0, 16.0], resolution=0.5), "w": make_pool([1.0])}
    made = pools(TABLE, published, min_ratio=2.0)
    assert made["t"].costs == (1.0, 2.0, 4.0, 8.0, 16.0)
    assert (made["t"].resolution, made["t"].min_ratio, made["u"].min_ratio) == (0.5, 1.0, 2.0)
    assert made["w"].costs == (1.0,)


def test_a_published_pool_of_another_cost_is_refused() -> None:
    with pytest.raises(UsageError, match="task t: its published pool is of instructions, cost = 'time'"):
        pools(TABLE, {"t": make_pool([1e6, 2e6], cost="instructions")})


def test_identical_programs_stay_unless_they_are_told_to_go() -> None:
    made = table(
        row("t", "a", time=1.0, program="x"),
        row("t", "b", time=2.0, program="x"),
        row("t", "c", time=3.0),
        row("t", "d", time=4.0),
    )
    assert pools(made)["t"].costs == (1.0, 2.0, 3.0, 4.0)
    assert pools(made, deduplicate=True)["t"].costs == (1.0, 3.0, 4.0)


def test_summary_of_the_greedy_sample() -> None:
    scores = {model: task_scores(TABLE, pools(TABLE), model=model) for model in ("a", "b")}
    a, b = (summary(own, TABLE.tasks) for own in scores.values())
    assert (a.tasks, a.solved, a.pass_share) == (4, 2, 0.5)
    assert (a.beyond, a.beyond_given_pass) == (0.25, 0.5)  # t: slowest, u: no spread
    assert (b.solved, b.beyond, b.beyond_given_pass) == (1, pytest.approx(0.125), pytest.approx(0.5))
    assert (a.cost, a.form, a.mode, a.degenerate) == ("time", "log", "expanded", 1)
    assert scores["b"]["u"].reason.endswith("wrong_answer")
    assert scores["b"]["v"].reason == "not attempted"


def test_other_samples_and_the_reference() -> None:
    scores = task_scores(TABLE, pools(TABLE), model="a", sample=1)
    assert (scores["v"].value, scores["v"].correct, scores["t"].correct) == (0.0, True, False)
    reference = summary(task_scores(TABLE, pools(TABLE), solution="reference"), ("t", "u", "v"))
    assert (reference.pass_share, reference.beyond, reference.beyond_given_pass) == (1.0, 1.0, 1.0)


def test_common_correct_and_groups_are_choices_of_tasks() -> None:
    common = TABLE.common_correct()
    assert common == ("t",)
    values = [
        summary(task_scores(TABLE, pools(TABLE), model=model), common).beyond_given_pass
        for model in ("a", "b")
    ]
    assert values == [0.0, pytest.approx(0.5)]
    assert summary(task_scores(TABLE, pools(TABLE), model="a"), ["u"]).beyond == 1.0


def test_clipped_scores_are_counted() -> None:
    frozen = {"t": make_pool([3.0, 5.0]), "u": make_pool([0.5, 2.0])}
    made = table(row("t", time=8.0), row("u", time=1.0))
    clipped = summary(task_scores(made, frozen, mode="frozen", model="m"), made.tasks)
    assert (clipped.clipped, clipped.beyond) == (1, pytest.approx(0.25))
    free = summary(task_scores(made, frozen, mode="frozen-unclipped", model="m"), made.tasks)
    assert free.clipped == 0
    assert free.beyond < 0.25


def test_nothing_solved_has_no_beyond_given_pass() -> None:
    made = summary(task_scores(TABLE, pools(TABLE), model="b"), ["v"])
    assert (made.pass_share, made.beyond, made.beyond_given_pass) == (0.0, 0.0, None)
    assert made.reason == "no task is solved"


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="task u has no pool, but a solves it"):
        task_scores(TABLE, {"t": pools(TABLE)["t"]}, model="a")
    with pytest.raises(UsageError, match=r"task t \(reference, case 1\): memory was not measured"):
        pools(TABLE, cost="memory")
    log, rank = (task_scores(TABLE, pools(TABLE), model="a", form=form) for form in ("log", "rank"))
    with pytest.raises(UsageError, match="2 kinds"):
        summary({"t": log["t"], "u": rank["u"]}, TABLE.tasks)
    with pytest.raises(UsageError, match="0 tasks"):
        summary(log, [])
