# taxonomy: L2V/Table-Native Method
# style: naive
import pandas as pd


def solution(input_data):
    positions, correlation = input_data["positions"], input_data["correlation"]
    net = (positions["exposure"] * positions["weight"]).fillna(0.0)
    table = positions[["bucket", "factor"]].assign(net=net)
    buckets, capital = [], []
    for bucket, rows in table.groupby("bucket"):
        w = rows.groupby("factor")["net"].sum()
        part = correlation.loc[w.index, w.index].to_numpy()
        buckets.append(bucket)
        capital.append(w.to_numpy() @ part @ w.to_numpy())
    return pd.DataFrame(
        {"bucket": pd.Series(buckets, dtype="int64"), "capital": pd.Series(capital, dtype="float64")}
    )
