# wrong: joins the cut back on the shop, where null meets nothing, and so loses the rows without a shop
import polars as pl


def solution(input_data):
    score = pl.col("score")
    scores = input_data["scores"].filter(score.is_not_nan())
    cut = scores.group_by("shop").agg(cut=score.top_k(input_data["n"]).min())
    best = scores.join(cut, on="shop").filter(score >= pl.col("cut")).drop("cut")
    rank = score.rank("min", descending=True).over("shop").cast(pl.Int64)
    return best.with_columns(rank=rank).sort("shop", "rank", "item", nulls_last=True)
