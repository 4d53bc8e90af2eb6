"""Mercury's three formulas, by hand."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.scoring.mercury import MercuryVariant, harness_runtime, mercury_beyond, model_mercury

POOL = [0.2, 0.4, 1.2]
VARIANTS: tuple[MercuryVariant, ...] = ("repository", "repository_unclamped", "harness")


@pytest.mark.parametrize(
    ("runtime", "expected"),
    [
        (0.7, (0.5, 0.5, 0.5)),
        (1.2, (0.0, 0.0, 0.0)),
        (9.0, (0.0, 0.0, 0.0)),
        (None, (0.0, 0.0, 0.0)),
        (0.2, (1.0, 1.0, 1.0)),
        (0.1, (1.0, 1.1, 1.0)),  # the clamp at 1 s
    ],
)
def test_formulas(runtime: float | None, expected: tuple[float, ...]) -> None:
    values = [mercury_beyond(runtime, POOL, variant=variant).value for variant in VARIANTS]
    assert values == pytest.approx(list(expected))


def test_where_the_formulas_part() -> None:
    narrow, wide = [0.2, 0.3], [1.0, 21.0]
    values = [
        [mercury_beyond(t, pool, variant=v).value for v in VARIANTS]
        for t, pool in ((0.1, narrow), (1.0, wide))
    ]
    assert values[0] == pytest.approx([2.0, 2.0, 1.0])
    assert values[1] == pytest.approx([0.05, 1.0, 1.0])


@given(st.lists(st.floats(1e-5, 1.0), min_size=2), st.floats(1e-5, 2.0))
def test_within_a_narrow_pool_all_agree(pool: list[float], runtime: float) -> None:
    assume(min(pool) < max(pool) and runtime >= min(pool))
    values = {mercury_beyond(runtime, pool, variant=variant).value for variant in VARIANTS}
    assert len(values) == 1
    assert 0.0 <= (values.pop() or 0.0) <= 1.0


def test_a_pool_without_a_spread_has_no_score() -> None:
    assert mercury_beyond(1.0, []).reason == "no solution of the pool passed"
    assert mercury_beyond(1.0, [1.0, 1.0]).reason == "the pool has no spread"
    assert mercury_beyond(1.0, [1.0, 1.0]).value is None


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="negative"):
        mercury_beyond(-1.0, POOL)
    with pytest.raises(UsageError, match=r"pool\[0\] is inf"):
        mercury_beyond(1.0, [float("inf")])
    with pytest.raises(UsageError, match="variant is"):
        mercury_beyond(1.0, POOL, variant="paper")  # type: ignore[arg-type]


def test_the_harness_scores_a_mean() -> None:
    assert harness_runtime([1.0, 2.0, 3.0, 4.0, 5.0]) == 3.0
    with pytest.raises(UsageError, match="at least 1"):
        harness_runtime([])


TABLE = table(
    *(row("t", solution=f"pool/{n}", time=time) for n, time in enumerate(POOL)),
    row("t", solution="pool/9", status=BAD, time=99.0),
    row("t", case="1", time=0.3),
    row("t", case="2", time=0.4),
    row("t", sample=1, status=BAD),
    row("t", sample=2, time=0.2),
    *(row("u", solution=f"pool/{n}", time=1.0) for n in range(2)),
    row("u", time=1.0),
    row("u", sample=1, time=1.0),
    *(row("v", solution=f"pool/{n}", time=time) for n, time in enumerate(POOL)),
)


def test_a_model_is_a_mean_over_tasks_and_the_first_k() -> None:
    one = model_mercury(TABLE, "m")
    assert one.value == pytest.approx((0.5 + 0.0) / 2)
    # u has a pool without a spread, v no sample of this model.
    assert (one.tasks, one.scored, one.undefined, one.k) == (3, 2, ("u",), 1)
    assert model_mercury(TABLE, "m", tasks=["u"]).value is None
    three = model_mercury(TABLE, "m", k=3, tasks=["t"])
    assert three.value == pytest.approx((0.5 + 0.0 + 1.0) / 3)
    assert (three.cost, three.variant) == ("time", "harness")


def test_pools_can_be_given_and_scores_above_one_are_counted() -> None:
    made = model_mercury(
        TABLE, "m", variant="repository_unclamped", tasks=["t", "u"], pools={"t": [0.8, 0.9], "u": [0.5, 2.5]}
    )
    assert made.value == pytest.approx((2.0 + 0.75) / 2)
    assert (made.above_one, made.undefined) == (1, ())
    with pytest.raises(UsageError, match="task u has no pool"):
        model_mercury(TABLE, "m", tasks=["t", "u"], pools={"t": [0.8, 0.9]})


def test_a_model_needs_samples_costs_and_seconds() -> None:
    with pytest.raises(UsageError, match="k is 3; there are 2 samples of task u"):
        model_mercury(TABLE, "m", k=3, tasks=["u"])
    with pytest.raises(UsageError, match=r"task t .*: memory was not measured"):
        model_mercury(TABLE, "m", cost="memory", tasks=["t"])
    with pytest.raises(UsageError, match="memory is not in s"):
        model_mercury(TABLE, "m", cost="memory", variant="repository")
