# wrong: lists only the pairs with more than min_count baskets
import polars as pl


def solution(input_data):
    rows = input_data["baskets"].select(row=pl.int_range(pl.len()), left="items")
    long = rows.explode("left").drop_nulls().unique()
    pairs = long.join(long.rename({"left": "right"}), on="row").filter(pl.col("left") < pl.col("right"))
    counts = pairs.group_by("left", "right").agg(count=pl.len().cast(pl.Int64))
    counts = counts.filter(pl.col("count") > input_data["min_count"])
    return counts.sort("count", "left", "right", descending=[True, False, False])
