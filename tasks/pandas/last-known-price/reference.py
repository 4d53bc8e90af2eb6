"""Quotes sorted by symbol and time once, then one binary search a trade over integers that stand for both."""

import numpy as np
import pandas as pd


def solution(input_data):
    trades, quotes = input_data["trades"], input_data["quotes"]
    prices = quotes["price"].to_numpy()
    quoted, symbols = pd.factorize(quotes["symbol"])
    traded = symbols.get_indexer(trades["symbol"])
    # Quotes by time; equal times stay in the order of the rows. A quote's place in this order stands for its
    # time, so that symbol and time fit into one integer whatever the times are.
    known = np.flatnonzero(~np.isnan(prices))
    times = quotes["time"].to_numpy()[known]
    by_time = np.argsort(times, kind="stable")
    times = times[by_time]
    known = known[by_time]
    codes = quoted[known]
    # The narrowest type turns this stable sort into a radix sort.
    grouped = np.argsort(codes.astype(np.min_scalar_type(len(symbols))), kind="stable")
    codes = codes[grouped]
    keys = codes * (len(known) + 1) + grouped
    # Sorted needles keep the binary searches in cache.
    moments = trades["time"].to_numpy()
    order = np.argsort(moments)
    seen = np.searchsorted(times, moments[order], side="right")
    wanted = traded[order]
    found = np.searchsorted(keys, wanted * (len(known) + 1) + seen) - 1
    hit = found >= 0
    hit[hit] = codes[found[hit]] == wanted[hit]
    place, target = grouped[found[hit]], order[hit]
    price = np.full(len(trades), np.nan)
    age = np.full(len(trades), np.nan)
    price[target] = prices[known[place]]
    age[target] = (moments[target] - times[place]) / np.timedelta64(1, "s")
    return pd.DataFrame({"price": price, "age_seconds": age}, index=trades.index, copy=False)
