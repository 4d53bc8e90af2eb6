# wrong: leaves out the days without a visit
import polars as pl


def solution(input_data):
    visits = input_data["visits"].drop_nulls().sort("day")
    if visits.is_empty():
        return visits.select("day", active=pl.col("user"))
    counts = visits.rolling("day", period=f"{input_data['window_days']}d").agg(
        active=pl.col("user").n_unique().cast(pl.Int64)
    )
    return counts.unique("day").sort("day")
