import numpy as np
import pandas as pd


def solution(input_data):
    keys, index = np.unique(input_data["key"].to_numpy(), return_inverse=True)
    sums = np.bincount(index, weights=input_data["value"].to_numpy(), minlength=len(keys))
    return pd.DataFrame({"key": keys, "value": sums})
