# taxonomy: CRC/Closed-Form Substitution
# style: fast
import polars as pl


def solution(input_data):
    day = pl.col("day")
    visits = input_data["visits"].drop_nulls().sort("user", "day")
    if visits.is_empty():
        return visits.select("day", active=pl.col("user"))
    calendar = pl.DataFrame({"day": pl.date_range(visits["day"].min(), visits["day"].max(), eager=True)})
    next_visit = pl.when(pl.col("user") == pl.col("user").shift(-1)).then(day.shift(-1))
    window_end = day + pl.duration(days=input_data["window_days"])
    visits = visits.with_columns(until=pl.min_horizontal(window_end, next_visit))
    begun = visits.group_by("day").agg(begun=pl.len().cast(pl.Int64))
    ended = visits.group_by(pl.col("until").cast(pl.Date).alias("day")).agg(ended=pl.len().cast(pl.Int64))
    steps = calendar.join(begun, on="day", how="left").join(ended, on="day", how="left").fill_null(0)
    return steps.sort("day").select("day", active=(pl.col("begun") - pl.col("ended")).cum_sum())
