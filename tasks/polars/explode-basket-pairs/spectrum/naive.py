# taxonomy: L2V/Table-Native Method
# style: naive
import polars as pl


def solution(input_data):
    counts = {}
    for items in input_data["baskets"]["items"].to_list():
        present = []
        for item in items or []:
            if item is not None and item not in present:
                present.append(item)
        for left in present:
            for right in present:
                if left < right:
                    counts[left, right] = counts.get((left, right), 0) + 1
    rows = [(*pair, count) for pair, count in counts.items() if count >= input_data["min_count"]]
    rows.sort(key=lambda row: (-row[2], row[0], row[1]))
    return pl.DataFrame(rows, schema={"left": pl.Int64, "right": pl.Int64, "count": pl.Int64}, orient="row")
