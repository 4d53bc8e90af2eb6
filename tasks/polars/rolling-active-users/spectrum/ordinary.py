# taxonomy: OPU/Direct Primitive Call
# style: ordinary
import polars as pl


def solution(input_data):
    window = input_data["window_days"]
    visits = input_data["visits"].drop_nulls().sort("day")
    if visits.is_empty():
        return visits.select("day", active=pl.col("user"))
    calendar = pl.DataFrame({"day": pl.date_range(visits["day"].min(), visits["day"].max(), eager=True)})
    # A row without a user on every day makes every day a window of its own.
    padded = pl.concat([visits, calendar.with_columns(user=pl.lit(None, dtype=pl.Int64))]).sort("day")
    windows = padded.group_by_dynamic(
        "day", every="1d", period=f"{window}d", offset=f"-{window - 1}d", label="right"
    )
    counts = windows.agg(active=pl.col("user").drop_nulls().n_unique().cast(pl.Int64))
    counts = counts.with_columns(pl.col("day").dt.offset_by("-1d"))
    return calendar.join(counts, on="day", how="left", maintain_order="left").fill_null(0)
