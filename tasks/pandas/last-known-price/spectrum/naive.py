# taxonomy: CRC/Index-Based Lookup
# style: naive
import pandas as pd


def solution(input_data):
    trades, quotes = input_data["trades"], input_data["quotes"]
    history = {}
    quote_times = quotes["time"].to_numpy().astype("int64").tolist()
    for symbol, time, price in zip(quotes["symbol"], quote_times, quotes["price"].tolist()):
        if price == price:
            history.setdefault(symbol, []).append((time, price))
    prices, ages = [], []
    for symbol, now in zip(trades["symbol"], trades["time"].to_numpy().astype("int64").tolist()):
        best, last = None, float("nan")
        for time, price in history.get(symbol, ()):
            if time <= now and (best is None or time >= best):
                best, last = time, price
        prices.append(last)
        ages.append(float("nan") if best is None else (now - best) / 1e9)
    return pd.DataFrame({"price": prices, "age_seconds": ages}, index=trades.index, dtype="float64")
