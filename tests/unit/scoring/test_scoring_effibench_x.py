"""EffiBench-X's ratios, by hand."""

from __future__ import annotations

from typing import Any

import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.effibench_x import model_effibench_x, ratio_score
from effibench.scoring.table import Row


def canonical(task: str, name: str, language: str, **costs: float) -> Row:
    return row(task, solution=name, language=language, **costs)


def own(task: str, language: str, **fields: Any) -> Row:
    return row(task, language=language, **fields)


TABLE = table(
    canonical("t", "runtime", "py", time=2.0, memory=30.0, tmu=50.0),
    canonical("t", "memory", "py", time=4.0, memory=10.0, tmu=40.0),
    own("t", "py", case="1", time=3.0, memory=20.0, tmu=30.0),
    own("t", "py", case="2", time=1.0, memory=5.0, tmu=20.0),
    canonical("t", "runtime", "go", time=1.0, memory=1.0, tmu=1.0),
    own("t", "go", time=0.5, memory=0.5, tmu=0.5),
    canonical("u", "runtime", "py", time=1.0, memory=1.0, tmu=1.0),
    own("u", "py", status=BAD),
    canonical("u", "runtime", "go", time=1.0, memory=1.0, tmu=1.0),
    canonical("v", "runtime", "py", time=1.0, memory=1.0, tmu=1.0),
    row("v", solution="runtime", language="go", status=BAD),
    own("v", "py", time=1.0, memory=1.0, tmu=1.0),
)


def test_a_ratio_is_at_most_one() -> None:
    assert [ratio_score(1.0, model) for model in (0.5, 1.0, 4.0)] == [1.0, 1.0, 0.25]


@pytest.mark.parametrize(("base", "model"), [(0.0, 1.0), (1.0, 0.0), (1.0, float("nan"))])
def test_a_missing_measurement_is_never_zero(base: float, model: float) -> None:
    with pytest.raises(UsageError, match="a missing measurement is no 0"):
        ratio_score(base, model)


def test_problems_then_languages() -> None:
    made = model_effibench_x(TABLE, "m", languages=["py", "go"])
    py, go = made.languages["py"], made.languages["go"]
    # t: sum 4 s against 2 s, peak 20 against 10, integral 50 against the lower one of the two best, 40; u fails.
    assert (py.et, py.mp, py.mi, py.pass_share) == (0.25, 0.25, 0.4, 0.5)
    assert (go.et, go.mp, go.mi, go.pass_share) == (0.5, 0.5, 0.5, 0.5)
    assert made.average.et == 0.375
    assert made.average.mi == pytest.approx(0.45)
    assert (made.problems, made.left_out, made.time, made.variant) == (2, 1, "time", "strict")


def test_one_language_has_its_own_problems() -> None:
    made = model_effibench_x(TABLE, "m", languages=["py"])
    assert (made.problems, made.left_out) == (3, 0)
    assert made.average.et == pytest.approx((0.5 + 0 + 1) / 3)


def test_a_canonical_solution_that_fails_is_not_the_best() -> None:
    made = table(
        canonical("t", "runtime", "py", time=2.0, memory=1.0, tmu=1.0),
        row("t", solution="memory", language="py", status=BAD, time=0.1, memory=0.1, tmu=0.1),
        own("t", "py", time=2.0, memory=1.0, tmu=1.0),
    )
    assert model_effibench_x(made, "m", languages=["py"]).average.mp == 1.0


def test_the_repository_drops_slow_cases_before_it_looks() -> None:
    made = table(
        canonical("t", "runtime", "py", time=1.0, memory=1.0, tmu=1.0),
        own("t", "py", case="1", time=1.0, memory=1.0, tmu=1.0),
        own("t", "py", case="2", status=Verdict.TIME_LIMIT, time=10.0),
        canonical("u", "runtime", "py", time=1.0, memory=1.0, tmu=1.0),
        own("u", "py", case="1", time=12.0, memory=1.0, tmu=1.0),
    )
    strict = model_effibench_x(made, "m", languages=["py"]).average
    assert (strict.pass_share, strict.et) == (0.5, pytest.approx(1 / 24))
    lenient = model_effibench_x(made, "m", languages=["py"], variant="repository").average
    assert (lenient.pass_share, lenient.et) == (0.5, 0.5)


def test_gaps_are_named() -> None:
    made = table(
        canonical("t", "runtime", "py", time=1.0, memory=1.0, tmu=1.0), own("t", "py", time=1.0, tmu=1.0)
    )
    found = model_effibench_x(made, "m", languages=["py"])
    assert (found.average.et, found.average.mp, found.average.mi) == (1.0, None, 1.0)
    assert "task t (m, sample 0, py): memory was not measured" in found.missing["memory"]
    bare = table(canonical("t", "runtime", "py", time=1.0), own("t", "py", time=2.0, memory=1.0, tmu=1.0))
    found = model_effibench_x(bare, "m", languages=["py"])
    assert (found.average.et, found.average.mp, found.average.mi) == (0.5, None, None)
    assert set(found.missing) == {"memory", "tmu"}
    made = table(
        canonical("t", "runtime", "py", time=1.0, memory=1.0, tmu=1.0),
        own("t", "py", time=1.0, memory=0.0, tmu=1.0),
    )
    with pytest.raises(UsageError, match="a missing measurement is no 0"):
        model_effibench_x(made, "m", languages=["py"])


def test_what_makes_no_sense_is_refused() -> None:
    for languages in ([], ["py", "py"]):
        with pytest.raises(UsageError, match="languages are"):
            model_effibench_x(TABLE, "m", languages=languages)
    with pytest.raises(UsageError, match="no problem of 3 has a canonical solution"):
        model_effibench_x(TABLE, "m", languages=["rust"])
    with pytest.raises(UsageError, match="variant is"):
        model_effibench_x(TABLE, "m", languages=["py"], variant="paper")  # type: ignore[arg-type]
