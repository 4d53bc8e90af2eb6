# wrong: drops null but not NaN, which polars sorts above every number
import polars as pl


def solution(input_data):
    scores = input_data["scores"].drop_nulls("score")
    rank = pl.col("score").rank("min", descending=True).over("shop").cast(pl.Int64)
    ranked = scores.with_columns(rank=rank).filter(pl.col("rank") <= input_data["n"])
    return ranked.sort("shop", "rank", "item", nulls_last=True)
