"""Cut every group at its n-th best score first; what is left is small, and its sorted order ranks it."""

import polars as pl


def solution(input_data):
    n = input_data["n"]
    shop, score = pl.col("shop"), pl.col("score")
    ranked = input_data["scores"].filter(score.is_not_nan())
    best = ranked.filter(score >= score.top_k(n).min().over("shop")).sort(
        "shop", "score", "item", descending=[False, True, False], nulls_last=True
    )
    row = pl.int_range(pl.len(), dtype=pl.Int64)
    new_shop = (row == 0) | shop.ne_missing(shop.shift(1))
    new_rank = new_shop | (score != score.shift(1))
    start = pl.when(new_shop).then(row).forward_fill()
    return best.with_columns(rank=pl.when(new_rank).then(row).forward_fill() - start + 1)
