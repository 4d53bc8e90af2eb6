# wrong: adds up the daily numbers of users, so a user who comes back counts again
import polars as pl


def solution(input_data):
    visits = input_data["visits"].drop_nulls()
    if visits.is_empty():
        return visits.select("day", active=pl.col("user"))
    calendar = pl.DataFrame({"day": pl.date_range(visits["day"].min(), visits["day"].max(), eager=True)})
    daily = visits.group_by("day").agg(active=pl.col("user").n_unique().cast(pl.Int64))
    counts = calendar.join(daily, on="day", how="left", maintain_order="left").fill_null(0)
    total = pl.col("active").cum_sum()
    return counts.with_columns(active=total - total.shift(input_data["window_days"], fill_value=0))
