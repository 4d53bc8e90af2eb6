# wrong: joins on the id of the basket, which several rows may share
import polars as pl


def solution(input_data):
    long = input_data["baskets"].select("basket", left="items").explode("left").drop_nulls().unique()
    pairs = long.join(long.rename({"left": "right"}), on="basket").filter(pl.col("left") < pl.col("right"))
    counts = pairs.group_by("left", "right").agg(count=pl.len().cast(pl.Int64))
    counts = counts.filter(pl.col("count") >= input_data["min_count"])
    return counts.sort("count", "left", "right", descending=[True, False, False])
