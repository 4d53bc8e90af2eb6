# wrong: ranks densely, so ties do not use up places
import polars as pl


def solution(input_data):
    scores = input_data["scores"].filter(pl.col("score").is_not_nan())
    rank = pl.col("score").rank("dense", descending=True).over("shop").cast(pl.Int64)
    ranked = scores.with_columns(rank=rank).filter(pl.col("rank") <= input_data["n"])
    return ranked.sort("shop", "rank", "item", nulls_last=True)
