"""Growth of times with the size of the input: t = c · nᵏ as a Theil–Sen line in logarithms."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from effibench.errors import UsageError
from effibench.stats.basics import finite_values
from effibench.stats.theil_sen import theil_sen


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """t = factor · sizeᵉˣᵖᵒⁿᵉⁿᵗ.

    Attributes:
        exponent: of the size; `low` … `high` is its 1 - alpha interval, None where that few points do not bound it.
        log_factor: natural logarithm of the time in s at size 1 (of the ratio, if a ratio is fitted).
        points: times that were fitted, at `sizes` different sizes.
        dropped: times that were not above the floor and were left out.
    """

    exponent: float
    low: float | None
    high: float | None
    log_factor: float
    points: int
    sizes: int
    dropped: int = 0


class Crossing(msgspec.Struct, frozen=True, kw_only=True):
    """Size at which the ratio of two fits reaches a given one; extrapolated if it lies above all that were measured."""

    size: float
    extrapolated: bool


def fit_growth(
    sizes: Iterable[float], seconds: Iterable[float], *, alpha: float = 0.05, floor_seconds: float = 0.0
) -> Fit:
    """Growth of times over sizes.

    A constant cost of every call flattens the line at small sizes, and so does a linear part beside a quadratic one:
    the exponent is that of the sizes that were measured. Leave the smallest out by a floor.

    Args:
        sizes: of the inputs, positive; a size may come up often.
        seconds: the times, in the same order. It may be ratios.
        floor_seconds: times that are not above it are left out.

    Raises:
        UsageError: fewer than 2 different sizes are left, a size is not positive, or the numbers of both differ.
    """
    given, times = finite_values("sizes", sizes), finite_values("seconds", seconds)
    if len(given) != len(times):
        raise UsageError(f"sizes has {len(given)} value(s) and seconds {len(times)}; they belong together")
    if min(given, default=1.0) <= 0:
        raise UsageError(f"sizes has {min(given)}; growth is told over positive sizes")
    kept = [(size, time) for size, time in zip(given, times, strict=True) if time > max(0.0, floor_seconds)]
    different = len({size for size, _ in kept})
    if different < 2:
        raise UsageError(f"{different} size(s) have a time above {max(0.0, floor_seconds):g} s; 2 are needed")
    line = theil_sen([math.log(size) for size, _ in kept], [math.log(time) for _, time in kept], alpha=alpha)
    return Fit(
        exponent=line.slope,
        low=finite_or_none(line.low),
        high=finite_or_none(line.high),
        log_factor=line.intercept,
        points=len(kept),
        sizes=different,
        dropped=len(given) - len(kept),
    )


def crossing(a: Fit, b: Fit, *, ratio: float, smallest: float, largest: float) -> Crossing | None:
    """The smallest size, `smallest` or larger, at which b's fitted time is `ratio` times a's.

    Args:
        ratio: above 1 for a size from which on b is slower.
        smallest, largest: sizes that were measured.

    Returns:
        None if no size reaches the ratio, or only one too large for a float.

    Raises:
        UsageError: the ratio or a size is not positive.
    """
    if min(ratio, smallest, largest) <= 0:
        raise UsageError(f"ratio {ratio}, smallest {smallest} and largest {largest} must all be positive")
    missing = math.log(ratio) - (b.log_factor - a.log_factor)
    growth = b.exponent - a.exponent
    if growth * math.log(smallest) >= missing:
        return Crossing(size=smallest, extrapolated=False)
    if growth <= 0:
        return None
    try:
        size = math.exp(missing / growth)
    except OverflowError:
        return None
    return Crossing(size=size, extrapolated=size > largest)


def finite_or_none(value: float) -> float | None:
    """The value, None if it is infinite."""
    return value if math.isfinite(value) else None
