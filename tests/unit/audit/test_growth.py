"""Growth of times, where two of them part, and what that says of a pair."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import msgspec
import pytest

from effibench.audit.growth import GrowthReport, Sample, Verdict, growth_report
from effibench.audit.growth_fits import Crossing, crossing, fit_growth
from effibench.audit.growth_gaps import gap_at
from effibench.errors import UsageError

SIZES = (10, 20, 40, 80, 160, 320)


def samples(
    a: Callable[[float], float],
    b: Callable[[float], float],
    *,
    sizes: tuple[int, ...] = SIZES,
    runs: int = 5,
    noise: float = 0.01,
) -> list[Sample]:
    source = random.Random(1)
    return [
        Sample(size, a(size) * math.exp(source.gauss(0, noise)), b(size) * math.exp(source.gauss(0, noise)))
        for size in sizes
        for _ in range(runs)
    ]


# --- fits ---


def test_a_power_law_is_found() -> None:
    made = fit_growth(SIZES, [3e-6 * size**2 for size in SIZES])
    assert made.exponent == pytest.approx(2)
    assert math.exp(made.log_factor) == pytest.approx(3e-6)
    assert (made.low, made.high) == pytest.approx((2, 2))
    assert (made.points, made.sizes, made.dropped) == (6, 6, 0)


def test_few_sizes_do_not_bound_the_exponent() -> None:
    made = fit_growth([1, 2, 4, 8], [1, 2, 4, 8])
    assert (made.exponent, made.low, made.high) == (pytest.approx(1), None, None)


def test_times_at_the_floor_are_left_out() -> None:
    made = fit_growth([1, 2, 4, 8, 8], [0.0, 1e-9, 4.0, 8.0, 8.0], floor_seconds=1e-6)
    assert (made.exponent, made.points, made.sizes, made.dropped) == (pytest.approx(1), 3, 2, 2)


@pytest.mark.parametrize(
    ("sizes", "seconds", "words"),
    [
        ([1, 1], [1, 2], "1 size"),
        ([0, 1], [1, 2], "positive"),
        ([1, 2], [1], "together"),
        ([1, 2], [0, 0], "0 size"),
        ([1, 2], [1, math.nan], "finite"),
    ],
)
def test_what_has_no_growth(sizes: list[float], seconds: list[float], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        fit_growth(sizes, seconds)


# --- crossings ---


@pytest.mark.parametrize(
    ("a", "b", "ratio", "expected"),
    [
        # b/a = n/100: 2 at n = 200.
        (lambda n: n, lambda n: n * n / 100, 2, Crossing(size=200, extrapolated=False)),
        (lambda n: n, lambda n: n * n / 100, 8, Crossing(size=800, extrapolated=True)),
        (lambda n: n, lambda n: n * n / 100, 0.01, Crossing(size=10, extrapolated=False)),
        (lambda n: n, lambda n: 3 * n, 2, Crossing(size=10, extrapolated=False)),
        (lambda n: n, lambda n: 1.5 * n, 2, None),
        (lambda n: n * n, lambda n: 30 * n, 2, Crossing(size=10, extrapolated=False)),
        (lambda n: n * n, lambda n: n, 2, None),
        (lambda n: n, lambda n: n ** (1 + 1e-6), 1e6, None),
    ],
)
def test_crossings(
    a: Callable[[float], float], b: Callable[[float], float], ratio: float, expected: Crossing | None
) -> None:
    fits = [fit_growth(SIZES, [side(size) for size in SIZES]) for side in (a, b)]
    made = crossing(*fits, ratio=ratio, smallest=10, largest=320)
    if expected is None:
        assert made is None
    else:
        assert made is not None
        assert (made.size, made.extrapolated) == (pytest.approx(expected.size), expected.extrapolated)


def test_a_ratio_must_be_positive() -> None:
    fit = fit_growth(SIZES, SIZES)
    with pytest.raises(UsageError):
        crossing(fit, fit, ratio=0, smallest=1, largest=2)


# --- one size ---


def test_a_gap_needs_significance_and_a_ratio() -> None:
    five = [1.0, 1.001, 1.002, 1.003, 1.004]
    made = gap_at(10, five, [1.2 * time for time in five])
    assert (made.gap, made.equal, made.delta, made.runs) == (True, False, 1.0, 5)
    assert made.ratio == pytest.approx(1.2)
    assert made.low == pytest.approx(1.2, abs=0.01)
    # Significant, but 2 % do not count; and they are not 5 % either.
    made = gap_at(10, five, [1.02 * time for time in five])
    assert (made.gap, made.equal, made.delta) == (False, True, 1.0)
    assert gap_at(10, five, [1.02 * time for time in five], min_ratio=1.01).gap
    # Three runs can be neither.
    made = gap_at(10, five[:3], [9 * time for time in five[:3]])
    assert (made.gap, made.equal, made.low, made.high) == (False, False, None, None)


def test_a_large_delta_is_needed() -> None:
    # 40 runs: significant with a delta of 0.41.
    a = [1.0 + number * 1e-3 for number in range(40)]
    b = [time + 0.0092 for time in a]
    made = gap_at(10, a, b, min_ratio=1.0001)
    assert made.low is not None
    assert made.low > 1
    assert 0.3 < made.delta < 0.474
    assert not made.gap


@pytest.mark.parametrize("options", [{"min_ratio": 1.0}, {"min_ratio": math.nan}, {"alpha": 0.0}])
def test_settings_that_make_no_sense(options: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        gap_at(10, [1.0], [1.0], **options)


def test_times_must_be_positive() -> None:
    with pytest.raises(UsageError, match="not positive"):
        gap_at(10, [0.0, 1.0], [1.0, 1.0])


# --- verdicts ---


def outline(report: GrowthReport) -> tuple[Verdict, float | None, bool, str]:
    return report.verdict, report.gap_size, report.extrapolated, report.faster


def test_separable_at_its_own_size() -> None:
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 2e-6))
    assert outline(report) == (Verdict.SEPARABLE, 10, False, "a")
    assert report.a is not None
    assert report.a.exponent == pytest.approx(1, abs=0.02)


def test_the_supposedly_slower_side_may_be_the_faster() -> None:
    report = growth_report(samples(lambda n: n * 2e-6, lambda n: n * 1e-6))
    assert outline(report) == (Verdict.REVERSED, 10, False, "b")
    assert "b, which was to be slower, is the faster side" in report.reason
    given = samples(lambda n: n * 1e-6, lambda n: n * 1e-6 + n * n * 1e-9)
    later = growth_report([Sample(sample.size, sample.b_seconds, sample.a_seconds) for sample in given])
    assert outline(later) == (Verdict.REVERSED, 80, False, "b")


def test_inputs_too_small() -> None:
    # Equal but for a quadratic part, which is 5 % of the time at n = 50.
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 1e-6 + n * n * 1e-9))
    assert outline(report) == (Verdict.INPUTS_TOO_SMALL, 80, False, "a")
    assert report.own_size == 10
    assert [gap.gap for gap in report.sizes] == [False, False, False, True, True, True]


def test_own_size_may_be_any() -> None:
    given = samples(lambda n: n * 1e-6, lambda n: n * 1e-6 + n * n * 1e-9)
    assert growth_report(given, own_size=160).verdict is Verdict.SEPARABLE
    assert growth_report(given, own_size=40).gap_size == 80
    with pytest.raises(UsageError, match="own_size is 11"):
        growth_report(given, own_size=11)


def test_a_gap_that_goes_away_again_is_none() -> None:
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * (2e-6 if n == 40 else 1e-6)))
    assert report.sizes[2].gap
    assert outline(report) == (Verdict.REALLY_EQUAL, None, False, "")


def test_a_gap_of_changing_direction_counts_from_the_last_change() -> None:
    report = growth_report(samples(lambda n: 1e-6, lambda n: {10: 1e-6, 20: 5e-7}.get(n, 2e-6)))
    assert outline(report) == (Verdict.INPUTS_TOO_SMALL, 40, False, "a")


def test_a_gap_beyond_the_largest_size_is_extrapolated() -> None:
    # b/a = (n/320)^(1/20): 1 at the largest size, 1.05 at 320 · 1.05^20 = 849.
    report = growth_report(
        samples(lambda n: n * 1e-6, lambda n: n * 1e-6 * (n / 320) ** 0.05, noise=1e-4), min_ratio=1.2
    )
    assert report.verdict is Verdict.REALLY_EQUAL  # 1.2 is too far away
    assert report.crossing is not None
    assert report.crossing.size == pytest.approx(320 * 1.2**20, rel=0.1)
    given = samples(lambda n: n * 1e-6, lambda n: n * 1e-6 * (n / 320) ** 0.05, noise=1e-4)
    report = growth_report(given, own_size=320)
    assert outline(report) == (Verdict.INPUTS_TOO_SMALL, pytest.approx(849, rel=0.02), True, "a")
    turned = [Sample(sample.size, sample.b_seconds, sample.a_seconds) for sample in given]
    report = growth_report(turned, own_size=320)
    assert outline(report) == (Verdict.REVERSED, pytest.approx(849, rel=0.02), True, "b")


def test_really_equal_and_unresolved() -> None:
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 1.001e-6))
    assert outline(report) == (Verdict.REALLY_EQUAL, None, False, "")
    assert "320" in report.reason
    noisy = samples(lambda n: n * 1e-6, lambda n: n * 1.001e-6, noise=0.3)
    assert growth_report(noisy).verdict is Verdict.UNRESOLVED
    few = samples(lambda n: n * 1e-6, lambda n: n * 1e-6, runs=2)
    assert growth_report(few).verdict is Verdict.UNRESOLVED


def test_a_measured_gap_outweighs_the_same_source() -> None:
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 1e-6), same_source=True)
    assert outline(report) == (Verdict.NO_CHANGE, None, False, "")
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 2e-6), same_source=True)
    assert outline(report) == (Verdict.SEPARABLE, 10, False, "a")
    assert report.reason.endswith("although the sources look the same")
    unclear = samples(lambda n: n * 1e-6, lambda n: n * 1.001e-6, noise=0.3)
    assert growth_report(unclear, same_source=True).verdict is Verdict.NO_CHANGE


def test_one_size_has_no_fits() -> None:
    report = growth_report(samples(lambda n: 1e-6, lambda n: 2e-6, sizes=(10,)))
    assert (report.verdict, report.a, report.ratio, report.crossing) == (Verdict.SEPARABLE, None, None, None)


def test_times_of_nothing_are_counted_and_left_out() -> None:
    given = [*samples(lambda n: 1e-6, lambda n: 2e-6, sizes=(10,)), Sample(10, 0.0, 1.0)]
    assert growth_report(given).dropped == 1
    with pytest.raises(UsageError, match="no sample"):
        growth_report([Sample(10, 0.0, 1.0)])


def test_noise_seldom_looks_like_a_gap() -> None:
    wrong = 0
    for seed in range(60):
        source = random.Random(seed)
        given = [Sample(n, *(math.exp(source.gauss(0, 0.2)) for _ in "ab")) for n in SIZES for _ in range(5)]
        wrong += growth_report(given).faster != ""
    assert wrong <= 9  # 5 % for the own size, 5 % for all others, 5 % for the slope


def test_a_report_travels() -> None:
    report = growth_report(samples(lambda n: n * 1e-6, lambda n: n * 1e-6, runs=2))
    assert msgspec.json.decode(msgspec.json.encode(report), type=GrowthReport) == report
