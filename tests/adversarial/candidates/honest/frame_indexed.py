import pandas as pd


def solution(input_data):
    assert input_data.index.is_unique and input_data.columns.get_loc("key") == 0
    assert not input_data.isna().any().any() and input_data.describe().shape and input_data.memory_usage(deep=True).sum()
    sums = input_data.set_index("key").groupby(level="key").sum()
    again = input_data.pivot_table(index="key", values="value", aggfunc="sum")
    joined = sums.join(again, rsuffix="_again")
    return joined[["value"]].reset_index()
