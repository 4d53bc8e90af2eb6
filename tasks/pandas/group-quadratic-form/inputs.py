"""Inputs of pandas/group-quadratic-form."""

import numpy as np
import pandas as pd

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def make_correlation(rng, factors):
    """A random correlation matrix over the factor ids, rows and columns in different orders."""
    loadings = rng.normal(size=(len(factors), len(factors) + 2)) + 0.5
    loadings /= np.linalg.norm(loadings, axis=1, keepdims=True)
    matrix = loadings @ loadings.T
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    frame = pd.DataFrame(matrix, index=factors, columns=factors)
    rows, columns = rng.permutation(factors), rng.permutation(factors)
    return frame.loc[rows, columns]


def make_positions(rng, rows, buckets, factors, missing):
    """Random positions over the given bucket and factor ids."""
    exposure = rng.normal(0.0, 20.0, rows)
    weight = rng.uniform(0.05, 1.5, rows)
    exposure[rng.random(rows) < missing] = np.nan
    weight[rng.random(rows) < missing] = np.nan
    return pd.DataFrame(
        {
            "bucket": rng.choice(buckets, rows),
            "factor": rng.choice(factors, rows),
            "exposure": exposure,
            "weight": weight,
        }
    )


def ids(rng, count, low, high):
    """Distinct int64 ids in random order."""
    return rng.choice(np.arange(low, high, dtype=np.int64), count, replace=False)


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # no positions
        factors = ids(rng, 4, 1, 100)
        return make_positions(rng, 0, factors, factors, 0.0), make_correlation(rng, factors)
    if kind == 1:  # a single position, a single factor
        factors = ids(rng, 1, 1, 10**6)
        return make_positions(rng, 1, ids(rng, 1, -(10**6), 0), factors, 0.0), make_correlation(rng, factors)
    if kind == 2:  # perfectly correlated factors; every position is hedged, and the labels repeat
        factors = ids(rng, 3, 1, 100)
        half = make_positions(rng, 20, np.array([7], dtype=np.int64), factors, 0.0)
        hedge = half.assign(factor=np.roll(half["factor"].to_numpy(), 1), exposure=-half["exposure"])
        return pd.concat([half, hedge]), pd.DataFrame(1.0, index=factors, columns=factors[::-1])
    if kind == 3:  # missing numbers, also throughout a bucket; ids beyond 32 bits and below zero
        factors = ids(rng, 6, 2**40, 2**40 + 50)
        buckets = np.append(ids(rng, 4, -50, 50), np.int64(-(2**40)))
        positions = make_positions(rng, 60, buckets, factors, 0.3)
        positions.loc[positions["bucket"] == buckets[0], "exposure"] = np.nan
        return positions, make_correlation(rng, factors)
    # A bucket for every position, most factors unused, labels unsorted and repeated.
    factors = ids(rng, 12, -30, 30)
    buckets = ids(rng, 25, -100, 100)
    positions = make_positions(rng, 25, buckets, factors[:3], 0.0).assign(bucket=buckets)
    return positions.set_axis(rng.integers(0, 4, 25), axis=0), make_correlation(rng, factors)


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        positions, correlation = corner_case(rng, seed % 5)
        return {"positions": positions, "correlation": correlation}
    rows, buckets, factors = {
        "correctness-small": (int(rng.integers(5, 20)), 3, 4),
        "correctness-medium": (int(rng.integers(500, 900)), 25, 15),
        "stress-medium": (6_000, 200, 40),
        "stress-large": (40_000, 600, 80),
    }[input_domain]
    factor_ids = ids(rng, factors, 100, 100 + 10 * factors)
    bucket_ids = ids(rng, buckets, 0, 5 * buckets)
    return {
        "positions": make_positions(rng, rows, bucket_ids, factor_ids, 0.02),
        "correlation": make_correlation(rng, factor_ids),
    }
