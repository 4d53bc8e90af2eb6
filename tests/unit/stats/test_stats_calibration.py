"""The spread of what a protocol reports, from recorded runs."""

from __future__ import annotations

import csv
import math
import random
from pathlib import Path

import numpy as np
import pytest

from effibench.errors import UsageError
from effibench.stats.calibration import (
    PUBLISHED_CV_PERCENT,
    TIMED,
    WARMUPS,
    calibration_table,
    coefficient_of_variation,
    reported_mean,
)

PUBLISHED = Path(__file__).parents[4] / "shared" / "data" / "published" / "p1_table19_cv.csv"


def recorded(seed: int, cases: int, noise: float = 0.1, repetitions: int = 10) -> list[list[list[float]]]:
    source = random.Random(seed)
    return [
        [[source.lognormvariate(0, noise) for _ in range(10)] for _ in range(repetitions)]
        for _ in range(cases)
    ]


def test_the_table_averages_cases_then_tasks() -> None:
    tasks = {"many": recorded(1, 7, 0.3), "few": recorded(2, 2, 0.05)}
    table = calibration_table(tasks)
    assert (table.warmups, table.timed) == (WARMUPS, TIMED) == ((1, 3, 5), (1, 2, 3, 4, 5))
    for w in WARMUPS:
        for m in TIMED:
            by_task = []
            for name, cases in tasks.items():
                means = np.array(cases)[:, :, w : w + m].mean(axis=2)
                by_task.append(100 * np.mean(means.std(axis=1, ddof=1) / means.mean(axis=1)))
                assert table.task_cv_percent[name][w, m] == pytest.approx(by_task[-1])
            assert table.cv_percent[w, m] == pytest.approx(np.mean(by_task))
    assert table.rows() == [[table.cv_percent[w, m] for m in TIMED] for w in WARMUPS]


def test_independent_noise_falls_with_the_root_of_the_number_of_timed_calls() -> None:
    table = calibration_table({"only": recorded(3, 60, 0.05, repetitions=20)})
    for row in table.rows():
        assert [row[0] / value for value in row] == pytest.approx([m**0.5 for m in TIMED], rel=0.1)


def test_a_cold_first_call_is_seen_without_warm_ups_only() -> None:
    source = random.Random(4)
    runs = [[source.choice([5.0, 9.0]), *[1.0] * 4] for _ in range(10)]
    table = calibration_table({"cold": [runs]}, warmups=[0, 1], timed=[1, 3])
    assert table.cv_percent[1, 1] == table.cv_percent[1, 3] == 0
    assert table.cv_percent[0, 1] > table.cv_percent[0, 3] > 0


def test_what_a_protocol_reports() -> None:
    assert reported_mean([9.0, 1.0, 2.0, 6.0, 100.0], warmups=1, timed=3) == 3.0
    assert reported_mean([4.0], warmups=0, timed=1) == 4.0


def test_the_coefficient_of_variation_is_of_a_sample() -> None:
    assert coefficient_of_variation([1.0, 3.0]) == pytest.approx(math.sqrt(2) / 2)
    assert coefficient_of_variation([2.0] * 5) == 0
    assert coefficient_of_variation([1e9 + 1, 1e9 + 3]) == pytest.approx(math.sqrt(2) / 1e9, rel=1e-6)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([], "values has 0"),
        ([1.0], "values has 1"),
        ([1.0, math.nan], r"values\[1\] is nan"),
        ([1.0, -1.0], "values have the mean 0.0"),
    ],
)
def test_a_spread_needs_positive_values(values: list[float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        coefficient_of_variation(values)


@pytest.mark.parametrize(
    ("warmups", "timed", "message"), [(-1, 1, "warmups = -1"), (0, 0, "timed = 0"), (2, 2, "times has 3")]
)
def test_a_protocol_fits_its_times(warmups: int, timed: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        reported_mean([1.0, 1.0, 1.0], warmups, timed)


def test_what_is_missing_is_named() -> None:
    good = [[1.0] * 10] * 2
    bad_inputs = [
        ({}, "tasks is empty"),
        ({"a": []}, r"tasks\['a'\] has no cases"),
        ({"a": [good, good[:1]]}, r"tasks\['a'\]\[1\] has 1 repetition"),
        ({"a": [[[1.0] * 10, [1.0] * 9]]}, r"tasks\['a'\]\[0\]\[1\] has 9 value"),
        ({"a": [[[1.0] * 10, [1.0] * 9 + [math.nan]]]}, r"tasks\['a'\]\[0\]\[1\]\[9\] is nan"),
        ({"a": [[[1.0] * 10, [1.0] * 9 + [0.0]]]}, r"tasks\['a'\]\[0\]\[1\] has the time 0.0"),
    ]
    for tasks, message in bad_inputs:
        with pytest.raises(UsageError, match=message):
            calibration_table(tasks)
    with pytest.raises(UsageError, match="timed = "):
        calibration_table({"a": [good]}, timed=[])


def test_the_published_figures_have_the_expected_shape() -> None:
    assert set(PUBLISHED_CV_PERCENT) == {(w, m) for w in WARMUPS for m in TIMED}
    assert PUBLISHED_CV_PERCENT[1, 3] == 3.92  # the protocol that the publication chose
    for w in WARMUPS:
        row = [PUBLISHED_CV_PERCENT[w, m] for m in TIMED]
        assert row == sorted(row, reverse=True)
        assert [row[0] / value for value in row] == pytest.approx([m**0.5 for m in TIMED], rel=0.15)


@pytest.mark.external
@pytest.mark.skipif(not PUBLISHED.is_file(), reason="../shared/data is absent")
def test_the_published_figures_are_those_of_the_table() -> None:
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        table = {(int(row["W"]), m): float(row[f"M{m}"]) for row in csv.DictReader(file) for m in TIMED}
    assert table == PUBLISHED_CV_PERCENT
