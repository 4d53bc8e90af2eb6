# taxonomy: OSM/Native Python for Small Scale
# style: ordinary
from bisect import bisect_right

import pandas as pd


def solution(input_data):
    trades, quotes = input_data["trades"], input_data["quotes"].dropna(subset=["price"])
    quotes = quotes.sort_values("time", kind="stable")
    history = {}
    quote_times = quotes["time"].to_numpy().astype("int64").tolist()
    for symbol, time, price in zip(quotes["symbol"], quote_times, quotes["price"].tolist()):
        times, prices = history.setdefault(symbol, ([], []))
        times.append(time)
        prices.append(price)
    nan = float("nan")
    rows = []
    for symbol, now in zip(trades["symbol"], trades["time"].to_numpy().astype("int64").tolist()):
        times, prices = history.get(symbol, ((), ()))
        place = bisect_right(times, now) - 1
        rows.append((nan, nan) if place < 0 else (prices[place], (now - times[place]) / 1e9))
    return pd.DataFrame(rows, columns=["price", "age_seconds"], index=trades.index, dtype="float64")
