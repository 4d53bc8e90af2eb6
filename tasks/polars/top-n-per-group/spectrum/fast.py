# taxonomy: CRC/Pass Fusion / Early Exit
# style: fast
import polars as pl


def solution(input_data):
    score = pl.col("score")
    scores = input_data["scores"].filter(score.is_not_nan())
    best = scores.filter(score >= score.top_k(input_data["n"]).min().over("shop"))
    rank = score.rank("min", descending=True).over("shop").cast(pl.Int64)
    return best.with_columns(rank=rank).sort("shop", "rank", "item", nulls_last=True)
