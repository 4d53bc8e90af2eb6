# taxonomy: L2V/Table-Native Method
# style: naive
import polars as pl


def solution(input_data):
    groups = {}
    for shop, item, score in input_data["scores"].iter_rows():
        if score is not None and score == score:
            groups.setdefault(shop, []).append((-score, item))
    rows = []
    for shop in sorted(groups, key=lambda name: (name is None, name or "")):
        entries = sorted(groups[shop])
        rank = 0
        for place, (negative, item) in enumerate(entries, start=1):
            if place == 1 or negative != entries[place - 2][0]:
                rank = place
            if rank > input_data["n"]:
                break
            rows.append((shop, item, -negative, rank))
    schema = {"shop": pl.String, "item": pl.Int64, "score": pl.Float64, "rank": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")
