import pickle
from concurrent.futures import ThreadPoolExecutor

import pandas as pd


def zone(frame):
    return frame["when"].dt.tz_localize("UTC").dt.tz_convert("Europe/Oslo")


def solution(input_data):
    frame = pickle.loads(pickle.dumps(input_data))
    assert len(input_data.query("size >= 0 and city == 'Oslo'")) > 0
    with ThreadPoolExecutor(3) as pool:
        local = pool.submit(zone, frame)
        month = pool.submit(frame["when"].dt.to_period, "M")
        sparse = pool.submit(frame["value"].astype, pd.SparseDtype("float64", 0.0))
    frame["local"], frame["month"] = local.result(), month.result()
    frame["city"] = frame["city"].astype("category")
    frame["label"] = frame["size"].astype("string")
    frame["range"] = pd.cut(frame["value"], [-10.0, -1.0, 1.0, 10.0])
    frame["sparse"] = sparse.result()
    index = pd.MultiIndex.from_frame(frame[["city", "size"]])
    means = pd.Series(frame["value"].to_numpy(), index=index, name="value").groupby(level=[0, 1], observed=True).mean()
    return {"frame": frame, "means": means}
