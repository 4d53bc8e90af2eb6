"""A visit keeps its user active until its window ends or the next visit takes over: one step up, one down.

Summing the steps counts distinct users without looking at any window. Repeated visits on one day cancel out.
"""

import polars as pl


def solution(input_data):
    visits = input_data["visits"].drop_nulls().with_columns(pl.col("day").to_physical())
    if visits.is_empty():
        return visits.select(pl.col("day").cast(pl.Date), active=pl.col("user"))
    first, last = visits["day"].min(), visits["day"].max()
    lowest, highest = visits["user"].min(), visits["user"].max()
    days = last - first + 1
    # User and day in one integer, which sorts several times faster than two columns.
    fits = (highest - lowest + 1) * days < 2**63
    user = pl.col("user") - lowest if fits else pl.col("user").rank("dense").cast(pl.Int64)
    key = visits.select(user * days + (pl.col("day") - first)).to_series().sort()
    pairs = pl.select(user=key // days, day=key % days)
    day = pl.col("day")
    next_visit = pl.when(pl.col("user") == pl.col("user").shift(-1)).then(day.shift(-1))
    pairs = pairs.select(day, until=pl.min_horizontal(day + input_data["window_days"], next_visit))
    begun = pairs["day"].value_counts(name="begun")
    ended = pairs["until"].value_counts(name="ended")
    calendar = pl.select(day=pl.int_range(days, dtype=pl.Int64)).join(begun, on="day", how="left")
    steps = calendar.join(ended, left_on="day", right_on="until", how="left", maintain_order="left")
    change = pl.col("begun", "ended").fill_null(0).cast(pl.Int64)
    return steps.with_columns(change).select(
        day=(day + first).cast(pl.Int32).cast(pl.Date),
        active=(pl.col("begun") - pl.col("ended")).cum_sum(),
    )
