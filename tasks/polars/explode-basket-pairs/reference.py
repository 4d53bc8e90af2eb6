"""Every pair becomes one integer, so that counting is a sort of integers and a run-length encoding."""

import polars as pl


def solution(input_data):
    lists = input_data["baskets"].select(row=pl.int_range(pl.len(), dtype=pl.Int64), item="items")
    # Lists are exploded with one null for an empty one, which goes with the other nulls.
    long = lists.explode("item").drop_nulls()
    ids = long["item"].unique().sort()
    size = max(1, len(ids))
    code = pl.col("item").rank("dense").cast(pl.Int64) - 1
    keys = long.select(pl.col("row") * size + code).to_series().sort()
    keys = keys.filter(keys.ne_missing(keys.shift(1)))
    sets = pl.DataFrame({"row": keys // size, "left": keys % size}).group_by("row", maintain_order=True)
    pairs = sets.agg("left", right="left").explode("left").explode("right")
    left, right = pairs["left"], pairs["right"]
    runs = (left * size + right).filter(left < right).sort().rle().struct.unnest()
    runs = runs.filter(runs["len"] >= input_data["min_count"])
    pair, count = runs["value"], runs["len"].cast(pl.Int64)
    frame = pl.DataFrame({"left": ids.gather(pair // size), "right": ids.gather(pair % size), "count": count})
    # The runs come in the order of the pairs already.
    return frame.sort("count", descending=True, maintain_order=True)
