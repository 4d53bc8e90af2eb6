"""Inputs of polars/top-n-per-group."""

import numpy as np
import polars as pl

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def make_frame(rng, shops, scores, missing=0.1, nameless=0.05):
    """A frame of the given shop numbers and scores, some of either replaced by null, some scores by NaN."""
    rows = len(scores)
    name = [None if skip else f"shop-{number}" for number, skip in zip(shops, rng.random(rows) < nameless)]
    chance = rng.random(rows)
    score = [
        None if p < missing else float("nan") if p < 1.5 * missing else value
        for value, p in zip(scores.tolist(), chance)
    ]
    return pl.DataFrame(
        {
            "shop": pl.Series(name, dtype=pl.String),
            "item": pl.Series(rng.permutation(rows) + int(rng.integers(-(10**6), 10**6)), dtype=pl.Int64),
            "score": pl.Series(score, dtype=pl.Float64, strict=False),
        }
    )


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # no rows
        return make_frame(rng, [], np.empty(0)), int(rng.integers(1, 10**6))
    if kind == 1:  # one row, perhaps without a score, and more wanted than there are
        frame = make_frame(rng, [int(rng.integers(0, 99))], rng.random(1), missing=0.3)
        return frame, int(rng.integers(2, 99))
    if kind == 2:  # every score equal: all rows tie for the first rank
        score = np.full(40, float(rng.integers(-5, 5)))
        return make_frame(rng, rng.integers(0, 3, 40), score), int(rng.integers(1, 4))
    if kind == 3:  # infinite scores, ties across the cut, many missing, a shop without any score
        score = rng.choice([-np.inf, -1.0, 0.5, np.inf], 60)
        frame = make_frame(rng, rng.integers(0, 4, 60), score, missing=0.3, nameless=0.3)
        unrated = (pl.col("shop") == "shop-3").fill_null(False)
        return frame.with_columns(score=pl.when(~unrated).then(pl.col("score"))), 2
    # A shop for every second row, no shop for the others; nothing wanted but the best.
    return make_frame(rng, rng.permutation(30), rng.random(30), nameless=0.5), 1


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        frame, n = corner_case(rng, seed % 5)
        return {"scores": frame, "n": n}
    rows, shops, levels, n = {
        "correctness-small": (int(rng.integers(5, 25)), 3, 6, int(rng.integers(1, 4))),
        "correctness-medium": (int(rng.integers(800, 1_200)), 25, 30, int(rng.integers(2, 9))),
        "stress-medium": (10_000, 50, 2_000, 5),
        "stress-large": (120_000, 300, 5_000, 10),
    }[input_domain]
    score = np.round(rng.integers(0, levels, rows) / 8.0, 3)
    return {"scores": make_frame(rng, rng.integers(0, shops, rows), score), "n": n}
