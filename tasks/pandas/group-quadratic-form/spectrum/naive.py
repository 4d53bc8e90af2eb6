# taxonomy: L2V/Bulk Array Operation
# style: naive
import pandas as pd


def solution(input_data):
    correlation = {
        factor: dict(zip(input_data["correlation"].columns, row))
        for factor, row in zip(
            input_data["correlation"].index, input_data["correlation"].itertuples(index=False, name=None)
        )
    }
    held = {}
    for bucket, factor, exposure, weight in input_data["positions"].itertuples(index=False, name=None):
        net = exposure * weight
        held.setdefault(bucket, []).append((factor, net if net == net else 0.0))
    buckets, capital = [], []
    for bucket in sorted(held):
        total = 0.0
        for left, a in held[bucket]:
            row = correlation[left]
            for right, b in held[bucket]:
                total += a * b * row[right]
        buckets.append(bucket)
        capital.append(total)
    return pd.DataFrame(
        {"bucket": pd.Series(buckets, dtype="int64"), "capital": pd.Series(capital, dtype="float64")}
    )
