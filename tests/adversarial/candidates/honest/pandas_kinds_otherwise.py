import pandas as pd


def solution(input_data):
    frame = pd.concat([input_data], axis=1)
    frame = frame.assign(
        local=pd.DatetimeIndex(frame["when"], tz="UTC").tz_convert("Europe/Oslo"),
        month=pd.PeriodIndex(frame["when"], freq="M"),
        city=pd.Categorical(frame["city"]),
        label=frame["size"].astype("string"),
        range=pd.cut(frame["value"], pd.IntervalIndex.from_breaks([-10.0, -1.0, 1.0, 10.0])),
        sparse=pd.arrays.SparseArray(frame["value"].to_numpy(), fill_value=0.0),
    )
    means = frame.groupby(["city", "size"], observed=True).agg({"value": "mean"})["value"]
    return {"frame": frame, "means": means}
