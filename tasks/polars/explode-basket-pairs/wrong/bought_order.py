# wrong: keeps the order of the basket within a pair, so that (a, b) and (b, a) are counted apart
from collections import Counter
from itertools import combinations

import polars as pl


def solution(input_data):
    counts = Counter()
    for items in input_data["baskets"]["items"].drop_nulls().to_list():
        counts.update(combinations(dict.fromkeys(item for item in items if item is not None), 2))
    rows = [(*pair, count) for pair, count in counts.items() if count >= input_data["min_count"]]
    frame = pl.DataFrame(rows, schema={"left": pl.Int64, "right": pl.Int64, "count": pl.Int64}, orient="row")
    return frame.sort("count", "left", "right", descending=[True, False, False])
