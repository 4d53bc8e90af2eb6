"""EffiBench's ET, NET, MU, NMU, TMU and NTMU, by hand."""

from __future__ import annotations

import pytest
from score_rows import BAD, row, table

from effibench.errors import UsageError
from effibench.scoring.overhead import MemorySample, integral, normalised, overhead

TABLE = table(
    row("short", solution="canonical", time=1.0, memory=10.0, tmu=8.0),
    row("short", "a", time=3.0, memory=20.0, tmu=40.0),
    row("short", "b", time=1.0, memory=10.0, tmu=8.0),
    row("long", solution="canonical", time=9.0, memory=30.0, tmu=200.0),
    row("long", "a", case="1", time=5.0, memory=30.0, tmu=90.0),
    row("long", "a", case="2", time=4.0, memory=15.0, tmu=110.0),
    row("long", "b", status=BAD),
    row("lost", solution="canonical", status=BAD),
    row("lost", "a", time=1.0, memory=1.0, tmu=1.0),
)


def test_the_integral_is_a_trapezoid() -> None:
    samples = [
        MemorySample(0.0, 10.0),
        MemorySample(1.0, 20.0),
        MemorySample(1.0, 40.0),
        MemorySample(3.0, 40.0),
    ]
    assert integral(samples) == 15.0 + 0.0 + 80.0
    shifted = [MemorySample(1.7e9 + sample.seconds, sample.mib) for sample in samples]
    assert integral(shifted) == 95.0


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        ([(0.0, 1.0)], "1 memory sample"),
        ([(1.0, 1.0), (0.0, 1.0)], "run backwards"),
        ([(0.0, 1.0), (float("nan"), 1.0)], "run backwards"),
        ([(0.0, 1.0), (1.0, -1.0)], "negative or not finite"),
        ([(0.0, 1.0), (1.0, float("inf"))], "negative or not finite"),
    ],
)
def test_bad_memory_samples_are_refused(samples: list[tuple[float, float]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        integral([MemorySample(*sample) for sample in samples])


def test_a_mean_of_ratios_and_a_ratio_of_sums() -> None:
    assert normalised([3.0, 9.0], [1.0, 9.0], "mean_of_ratios") == 2.0
    assert normalised([3.0, 9.0], [1.0, 9.0], "ratio_of_sums") == 1.2
    with pytest.raises(UsageError, match="they must be paired"):
        normalised([1.0], [], "ratio_of_sums")
    with pytest.raises(UsageError, match=r"baseline cost is 0\.0"):
        normalised([1.0], [0.0], "ratio_of_sums")


def test_the_papers_row() -> None:
    made = overhead(TABLE, "a")
    assert (made.et.mean, made.et.normalised) == (6.0, 2.0)
    assert made.mu is not None
    assert made.tmu is not None
    assert (made.mu.mean, made.mu.normalised) == (25.0, 1.5)  # a program's peak is the maximum of its cases
    assert (made.tmu.mean, made.tmu.normalised) == (120.0, 3.0)
    assert (made.tasks, made.counted, made.failed, made.left_out) == (3, 2, 0, 1)
    assert (made.pass_share, made.variant, made.failures_as) == (1.0, "mean_of_ratios", None)
    assert [quantity.cost for quantity in (made.et, made.mu, made.tmu)] == ["time", "memory", "tmu"]
    assert made.missing == {}


def test_the_repositorys_row() -> None:
    made = overhead(TABLE, "a", variant="ratio_of_sums")
    assert made.mu is not None
    assert made.tmu is not None
    assert (made.et.normalised, made.mu.normalised) == (1.2, 1.25)
    assert made.tmu.normalised == pytest.approx(240 / 208)
    assert made.et.mean == 6.0


def test_failures_are_left_out_and_flatter() -> None:
    official = overhead(TABLE, "b")
    assert (official.et.normalised, official.counted, official.failed) == (1.0, 1, 1)
    assert official.pass_share == pytest.approx(1 / 3)
    assert official.et.mean < overhead(TABLE, "a").et.mean


def test_models_compare_on_common_tasks_or_with_failures_counted() -> None:
    common = TABLE.common_correct()
    assert common == ("short",)
    assert overhead(TABLE, "a", tasks=common).et.normalised == 3.0
    assert overhead(TABLE, "b", tasks=common).et.normalised == 1.0
    penalised = overhead(TABLE, "b", failures_as=10.0)
    assert (penalised.et.normalised, penalised.et.mean) == (5.5, 45.5)
    assert (penalised.counted, penalised.failed, penalised.failures_as) == (2, 1, 10.0)


def test_missing_and_zero_measurements_are_named() -> None:
    made = table(row("t", solution="canonical", time=0.0, memory=1.0, tmu=1.0), row("t", time=1.0))
    with pytest.raises(UsageError, match="task t: the canonical solution's time is 0"):
        overhead(made, "m")
    made = table(row("t", solution="canonical", time=1.0, memory=1.0, tmu=1.0), row("t", memory=1.0))
    with pytest.raises(UsageError, match=r"task t \(m, sample 0\): time was not measured"):
        overhead(made, "m")


def test_time_alone_gives_et_and_says_what_is_missing() -> None:
    made = overhead(
        table(row("t", solution="canonical", time=1.0, memory=4.0), row("t", time=3.0, memory=2.0)), "m"
    )
    assert made.mu is not None
    assert (made.et.normalised, made.mu.normalised, made.tmu) == (3.0, 0.5, None)
    assert "tmu was not measured" in made.missing["tmu"]
    made = overhead(table(row("t", solution="canonical", time=1.0, memory=4.0), row("t", time=3.0)), "m")
    assert (made.mu, made.tmu) == (None, None)
    assert "(m, sample 0): memory was not measured" in made.missing["memory"]


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="no task of 1 has both"):
        overhead(TABLE, "a", tasks=["lost"])
    with pytest.raises(UsageError, match="failures_as is 0"):
        overhead(TABLE, "a", failures_as=0)
    with pytest.raises(UsageError, match="variant is 'median'"):
        overhead(TABLE, "a", variant="median")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no row is of solution 'best'"):
        overhead(TABLE, "a", canonical="best")
