# taxonomy: CRC/Index-Based Lookup
# style: fast
import polars as pl


def solution(input_data):
    left, right = pl.col("left"), pl.col("right")
    sets = input_data["baskets"].select(left=pl.col("items").list.drop_nulls().list.unique())
    sets = sets.filter(left.list.len() > 1).with_columns(right=left)
    pairs = sets.explode("left").explode("right").filter(left < right)
    counts = pairs.group_by("left", "right").agg(count=pl.len().cast(pl.Int64))
    counts = counts.filter(pl.col("count") >= input_data["min_count"])
    return counts.sort("count", "left", "right", descending=[True, False, False])
