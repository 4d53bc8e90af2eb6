# taxonomy: CRC/Purpose-Built Index
# style: fast
import numpy as np
import pandas as pd


def solution(input_data):
    trades, quotes = input_data["trades"], input_data["quotes"]
    when, prices = quotes["time"].to_numpy(), quotes["price"].to_numpy()
    known = np.flatnonzero(~np.isnan(prices))
    known = known[np.argsort(when[known], kind="stable")]
    history = quotes["symbol"].iloc[known].reset_index(drop=True)
    history = history.groupby(history).indices
    now = trades["time"].to_numpy()
    price, age = np.full(len(trades), np.nan), np.full(len(trades), np.nan)
    symbols = trades["symbol"].reset_index(drop=True)
    for symbol, rows in symbols.groupby(symbols).indices.items():
        if symbol not in history:
            continue
        mine = known[history[symbol]]
        place = np.searchsorted(when[mine], now[rows], side="right") - 1
        rows, place = rows[place >= 0], mine[place[place >= 0]]
        price[rows] = prices[place]
        age[rows] = (now[rows] - when[place]) / np.timedelta64(1, "s")
    return pd.DataFrame({"price": price, "age_seconds": age}, index=trades.index)
