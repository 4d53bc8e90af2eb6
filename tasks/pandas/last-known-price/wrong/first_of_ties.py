# wrong: of quotes with the same symbol and time keeps the first instead of the last
import numpy as np
import pandas as pd


def solution(input_data):
    trades = input_data["trades"].assign(row=np.arange(len(input_data["trades"]))).sort_values("time")
    quotes = input_data["quotes"].dropna(subset=["price"]).drop_duplicates(["symbol", "time"])
    quotes = quotes.sort_values("time")
    quotes["quoted"] = quotes["time"]
    joined = pd.merge_asof(trades, quotes, on="time", by="symbol").sort_values("row")
    age = (joined["time"] - joined["quoted"]) / np.timedelta64(1, "s")
    out = pd.DataFrame({"price": joined["price"], "age_seconds": age})
    return out.set_axis(input_data["trades"].index, axis=0)
