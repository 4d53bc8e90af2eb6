"""Inputs of polars/rolling-active-users."""

import numpy as np
import polars as pl

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)
FIRST_DAY = 20_500


def make_visits(rng, days, users, missing=0.03):
    """Visits on the given days (since the epoch), some of either column replaced by null."""
    day = pl.Series(np.asarray(days, dtype=np.int32)).cast(pl.Date)
    user = pl.Series(np.asarray(users, dtype=np.int64))
    no_day = pl.Series(rng.random(len(days)) < missing)
    no_user = pl.Series(rng.random(len(days)) < missing)
    return pl.select(
        day=pl.when(~no_day).then(day),
        user=pl.when(~no_user).then(user),
    )


def corner_case(rng, kind):
    """One of the five special cases."""
    first = FIRST_DAY - int(rng.integers(0, 40_000))
    if kind == 0:  # no visits, or none that counts
        rows = int(rng.integers(0, 2)) * 20
        return make_visits(rng, np.full(rows, first), np.arange(rows), 1.1), int(rng.integers(1, 10**4))
    if kind == 1:  # one visit, before 1970 more often than not
        return make_visits(rng, [first], [int(rng.integers(-(2**62), 2**62))], 0.0), int(rng.integers(1, 60))
    if kind == 2:  # one user, on every day, many times, out of order
        days = first + np.repeat(np.arange(20), 3)
        return make_visits(rng, rng.permutation(days), np.full(60, 7), 0.0), int(rng.integers(2, 8))
    if kind == 3:
        # Pauses longer than the window, so that nobody is active on most days. Ids at both ends of int64.
        days = first + rng.choice([0, 1, 40, 46, 47, 90], 30)
        return make_visits(rng, days, rng.choice([-(2**62), -3, 5, 2**62], 30), 0.2), 7
    # A window of one day, and users who come back on the next.
    days = first + rng.integers(0, 6, 50)
    return make_visits(rng, days, rng.integers(2**62, 2**62 + 9, 50), 0.1), 1


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        visits, window = corner_case(rng, seed % 5)
        return {"visits": visits, "window_days": window}
    rows, users, days, window = {
        "correctness-small": (int(rng.integers(6, 25)), 4, 15, int(rng.integers(2, 6))),
        "correctness-medium": (int(rng.integers(1_000, 1_500)), 150, 60, 7),
        "stress-medium": (15_000, 2_000, 120, 7),
        "stress-large": (80_000, 9_000, 240, 28),
    }[input_domain]
    day = FIRST_DAY + rng.integers(0, days, rows)
    user = 17 * rng.integers(1, users + 1, rows)
    return {"visits": make_visits(rng, day, user), "window_days": window}
