"""Pass and pass@k, against all choices of k samples."""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.passes import mean_of_first, model_pass, pass_at_k


@given(st.integers(1, 9), st.data())
def test_unbiased_is_the_mean_over_all_choices(n: int, data: st.DataObject) -> None:
    correct, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    samples = [True] * correct + [False] * (n - correct)
    assert pass_at_k(n, correct, k) == pytest.approx(fmean(any(some) for some in combinations(samples, k)))


def test_pass_at_k_by_hand() -> None:
    assert pass_at_k(4, 1, 2) == 0.5
    assert pass_at_k(200, 200, 100) == 1.0
    assert pass_at_k(200, 0, 100) == 0.0


@pytest.mark.parametrize(("n", "correct", "k"), [(3, 4, 1), (3, -1, 1), (3, 1, 4), (3, 1, 0), (0, 0, 1)])
def test_impossible_counts_are_refused(n: int, correct: int, k: int) -> None:
    with pytest.raises(UsageError):
        pass_at_k(n, correct, k)


def test_mean_of_first() -> None:
    assert mean_of_first([1.0, 0.5, 9.0], 2) == 0.75
    with pytest.raises(UsageError, match="k is 4; there are 3 samples"):
        mean_of_first([1.0, 0.5, 9.0], 4)


ROWS = (
    *(row("t", sample=number, status=Verdict.PASS if number == 2 else BAD) for number in range(4)),
    *(row("u", sample=number) for number in range(3)),
)


def test_variants_of_pass_at_k() -> None:
    made = table(*ROWS)
    assert model_pass(made, "m", 2).value == (0.5 + 1) / 2
    assert model_pass(made, "m", 2, variant="any_of_first_k").value == 0.5
    assert model_pass(made, "m", 3, variant="any_of_first_k").value == 1.0
    assert model_pass(made, "m", 3, variant="mean_of_first_k").value == pytest.approx((1 / 3 + 1) / 2)
    result = model_pass(made, "m", 1)
    assert (result.tasks, result.attempted, result.fewest_samples, result.variant) == (2, 2, 3, "unbiased")


def test_a_task_without_a_sample_fails_or_is_left_out() -> None:
    made = table(*ROWS, tasks=("t", "u", "v"))
    assert model_pass(made, "m", tasks=["u", "v"]).value == 0.5
    left = model_pass(made, "m", tasks=["u", "v"], missing="skip")
    assert (left.value, left.tasks, left.attempted) == (1.0, 1, 1)
    with pytest.raises(UsageError, match="no sample for any of the 1 tasks"):
        model_pass(made, "m", tasks=["v"])


def test_too_few_samples_name_the_task() -> None:
    with pytest.raises(UsageError, match="k is 4; there are 3 samples of task u"):
        model_pass(table(*ROWS), "m", 4)
    with pytest.raises(UsageError, match="variant is 'best'"):
        model_pass(table(*ROWS), "m", variant="best")  # type: ignore[arg-type]
