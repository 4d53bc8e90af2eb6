# taxonomy: L2V/Bulk Array Operation
# style: naive
import polars as pl


def solution(input_data):
    scores = input_data["scores"].filter(pl.col("score").is_not_nan())
    parts = [scores.with_columns(rank=pl.lit(0, dtype=pl.Int64)).clear()]
    for group in scores.partition_by("shop"):
        rank = group["score"].rank("min", descending=True).cast(pl.Int64)
        parts.append(group.with_columns(rank=rank).filter(rank <= input_data["n"]))
    return pl.concat(parts).sort("shop", "rank", "item", nulls_last=True)
