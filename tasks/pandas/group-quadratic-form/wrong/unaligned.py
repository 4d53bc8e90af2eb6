# wrong: takes the columns of the correlation matrix to be in the order of its index
import numpy as np
import pandas as pd


def solution(input_data):
    positions, correlation = input_data["positions"], input_data["correlation"]
    buckets, rows = np.unique(positions["bucket"].to_numpy(), return_inverse=True)
    columns = correlation.index.get_indexer(positions["factor"])
    net = (positions["exposure"] * positions["weight"]).fillna(0.0).to_numpy()
    w = np.zeros((len(buckets), len(correlation)))
    np.add.at(w, (rows, columns), net)
    return pd.DataFrame({"bucket": buckets, "capital": ((w @ correlation.to_numpy()) * w).sum(axis=1)})
