"""Inputs of pandas/interleave-rows."""

import numpy as np
import pandas as pd

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)
DAY_NS = 86_400 * 10**9


def make_frame(rng, rows, missing=0.1):
    """A frame of ``rows`` random rows over one column of each kind of dtype."""
    price = np.round(rng.uniform(0.0, 500.0, rows), 2)
    price[rng.random(rows) < missing] = np.nan
    days = (rng.integers(15_000, 22_000, rows) * DAY_NS).astype("datetime64[ns]")
    days[rng.random(rows) < missing] = np.datetime64("NaT")
    return pd.DataFrame(
        {
            # Beyond 2**53, so that a detour through floats changes the value.
            "order": rng.integers(2**60, 2**62, rows, dtype=np.int64),
            "units": rng.integers(-100, 100, rows).astype(np.int16),
            "price": price,
            "day": days,
            "paid": rng.random(rows) < 0.5,
            "share": rng.random(rows).astype(np.float32),
        }
    )


def make_row(rng, missing=0.1):
    """One filler row with its columns in another order than a frame's."""
    row = make_frame(rng, 1, missing)
    columns = list(row.columns)
    return row[columns[2:] + columns[:2]].set_axis([int(rng.integers(0, 1000))], axis=0)


def corner_case(rng, kind):
    """One of the five special cases."""
    if kind == 0:  # no rows: only the dtypes are left to get wrong
        return make_frame(rng, 0), make_row(rng), int(rng.integers(1, 50))
    if kind == 1:  # no copies, but labels that must not survive
        frame = make_frame(rng, 12)
        return frame.set_axis(rng.permutation(12) + 3, axis=0), make_row(rng), 0
    if kind == 2:  # one row and many copies
        return make_frame(rng, 1), make_row(rng), int(rng.integers(20, 40))
    if kind == 3:  # repeated, unsorted labels; integer columns alone, of two widths
        frame = make_frame(rng, 30)[["order", "units"]]
        row = make_row(rng)[["units", "order"]]
        return frame.set_axis(rng.integers(-2, 3, 30), axis=0), row, int(rng.integers(1, 5))
    # The same row over and over (and so the same label), with everything missing that can be.
    frame = make_frame(rng, 1, missing=1.1)
    frame = pd.concat([frame] * int(rng.integers(3, 9)))
    return frame, make_row(rng, missing=1.1), int(rng.integers(1, 4))


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        frame, row, copies = corner_case(rng, seed % 5)
        return {"frame": frame, "row": row, "copies": copies}
    low, high, copies = {
        "correctness-small": (2, 8, int(rng.integers(1, 4))),
        "correctness-medium": (200, 600, int(rng.integers(1, 6))),
        "stress-medium": (4_000, 6_000, 3),
        "stress-large": (45_000, 50_000, 3),
    }[input_domain]
    return {"frame": make_frame(rng, int(rng.integers(low, high))), "row": make_row(rng), "copies": copies}
