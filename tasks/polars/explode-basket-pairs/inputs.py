"""Inputs of polars/explode-basket-pairs."""

import numpy as np
import polars as pl

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)


def make_baskets(rng, sizes, items, missing=0.03):
    """Baskets of the given sizes, filled from ``items``, the first more often; size -1 means no list."""
    popularity = 1.0 / np.arange(2, len(items) + 2)
    picks = rng.choice(items, int(np.maximum(sizes, 0).sum()), p=popularity / popularity.sum()).tolist()
    gone = (rng.random(len(picks)) < missing).tolist()
    lists, at = [], 0
    for size in sizes:
        end = at + max(size, 0)
        lists.append(None if size < 0 else [None if g else p for p, g in zip(picks[at:end], gone[at:end])])
        at = end
    return pl.DataFrame(
        {
            "basket": pl.Series(rng.integers(0, 2 * len(sizes) + 1, len(sizes)), dtype=pl.Int64),
            "items": pl.Series(lists, dtype=pl.List(pl.Int64)),
        }
    )


def corner_case(rng, kind):
    """One of the five special cases."""
    items = rng.choice(10**6, 6, replace=False)
    if kind == 0:  # no baskets
        return make_baskets(rng, [], items), int(rng.integers(1, 10**6))
    if kind == 1:  # null, empty and single-item baskets only: no pair
        return make_baskets(rng, rng.integers(-1, 2, 20), items), 1
    if kind == 2:  # the same item many times over in every basket, ids repeat
        baskets = make_baskets(rng, rng.integers(4, 9, 15), items[:2], missing=0.3)
        return baskets.with_columns(basket=pl.lit(3, dtype=pl.Int64)), int(rng.integers(1, 4))
    if kind == 3:
        # A single large basket: every count is one, so the items decide the order. Ids at both ends of int64.
        items = np.concatenate([items - 2**62, items + 2**62, -items])
        return make_baskets(rng, [30], items), 1
    # Most counts below the limit, equal counts among the rest.
    return make_baskets(rng, rng.integers(-1, 6, 60), items, missing=0.2), int(rng.integers(4, 9))


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        baskets, min_count = corner_case(rng, seed % 5)
        return {"baskets": baskets, "min_count": min_count}
    baskets, items, largest, min_count = {
        "correctness-small": (int(rng.integers(3, 12)), 5, 4, int(rng.integers(1, 3))),
        "correctness-medium": (int(rng.integers(200, 300)), 40, 8, 3),
        "stress-medium": (2_000, 300, 10, 5),
        "stress-large": (15_000, 1_500, 12, 10),
    }[input_domain]
    # Item ids are not their own order of popularity.
    ids = rng.choice(20 * items, items, replace=False) + 1
    return {"baskets": make_baskets(rng, rng.integers(0, largest + 1, baskets), ids), "min_count": min_count}
