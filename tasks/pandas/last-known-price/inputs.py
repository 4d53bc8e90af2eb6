"""Inputs of pandas/last-known-price."""

import numpy as np
import pandas as pd

DOMAINS = (
    "correctness-small",
    "correctness-medium",
    "correctness-corner-case",
    "stress-medium",
    "stress-large",
)
SECOND = 10**9
OPENING = 1_772_438_400 * SECOND


def make_symbols(count, prefix="S"):
    """Distinct symbols of unequal length."""
    return [f"{prefix}{number}" for number in range(count)]


def make_trades(rng, symbols, times_ns):
    """Trades at the given times (ns since the epoch) in random symbols."""
    rows = len(times_ns)
    return pd.DataFrame(
        {
            # From a list, so that pandas chooses the dtype of the strings.
            "symbol": pd.Series([symbols[i] for i in rng.integers(0, len(symbols), rows)], dtype=text()),
            "time": np.asarray(times_ns, dtype=np.int64).astype("datetime64[ns]"),
            "quantity": rng.integers(1, 1_000, rows),
        }
    )


def make_quotes(rng, symbols, times_ns, missing=0.1):
    """Quotes at the given times (ns since the epoch) in random symbols."""
    price = np.round(rng.uniform(1.0, 300.0, len(times_ns)), 2)
    price[rng.random(len(price)) < missing] = np.nan
    quotes = make_trades(rng, symbols, times_ns).drop(columns="quantity")
    return quotes.assign(price=price)


def text():
    """The dtype that pandas gives to a list of strings; an empty list would not tell."""
    return pd.Series(["a"]).dtype


def corner_case(rng, kind):
    """One of the five special cases."""
    symbols = make_symbols(3)
    times = OPENING + rng.integers(0, 20, 30) * SECOND
    if kind == 0:  # no quotes at all, or none with a price
        missing = times[: int(rng.integers(0, 2)) * 10]
        return make_trades(rng, symbols, times), make_quotes(rng, symbols, missing, missing=1.1)
    if kind == 1:  # no trades
        return make_trades(rng, symbols, times[:0]), make_quotes(rng, symbols, times)
    if kind == 2:
        # One trade. Its symbol is quoted a nanosecond late; others, of which it is a prefix, in time.
        trades = make_trades(rng, ["S"], times[:1])
        late = make_quotes(rng, ["S"], times[:1] + 1, missing=0.0)
        early = make_quotes(rng, symbols, times[:1] - np.arange(1, 10), missing=0.0)
        return trades, pd.concat([late, early], ignore_index=True)
    if kind == 3:  # everything at one moment in one symbol: only the order of the quotes decides
        moment = np.full(30, times[0])
        trades = make_trades(rng, symbols[:1], moment[:10] + rng.integers(-1, 2, 10))
        quotes = make_quotes(rng, symbols[:1], moment, missing=0.5)
        return trades.set_axis(np.full(10, 3), axis=0), quotes.set_axis(rng.integers(0, 3, 30), axis=0)
    # Decades apart, many ties, symbols on one side only; labels repeat and are unsorted.
    times = rng.choice([-(2**62), 0, 2**62], 80) + rng.integers(0, 6, 80) * SECOND
    trades = make_trades(rng, [*symbols, "only traded"], times[:40])
    quotes = make_quotes(rng, [*symbols, "only quoted"], times[40:], missing=0.3)
    return trades.set_axis(rng.integers(-3, 3, 40), axis=0), quotes.set_axis(rng.integers(0, 3, 40), axis=0)


def input_generator(seed, input_domain):
    """The input of one domain and seed."""
    if input_domain not in DOMAINS:
        raise ValueError(f"unknown domain {input_domain!r}; expected one of {DOMAINS}")
    rng = np.random.default_rng([seed, DOMAINS.index(input_domain)])
    if input_domain == "correctness-corner-case":
        trades, quotes = corner_case(rng, seed % 5)
        return {"trades": trades, "quotes": quotes}
    trades, quotes, symbols, tick, ticks = {
        "correctness-small": (int(rng.integers(4, 12)), int(rng.integers(8, 25)), 3, SECOND, 15),
        "correctness-medium": (int(rng.integers(300, 500)), 1_500, 20, SECOND, 3_600),
        "stress-medium": (2_000, 12_000, 60, SECOND // 1_000, 28_800_000),
        "stress-large": (12_000, 60_000, 400, SECOND // 1_000, 28_800_000),
    }[input_domain]
    names = make_symbols(symbols)
    return {
        "trades": make_trades(rng, names, OPENING + rng.integers(0, ticks, trades) * tick),
        "quotes": make_quotes(rng, names, OPENING + rng.integers(0, ticks, quotes) * tick),
    }
