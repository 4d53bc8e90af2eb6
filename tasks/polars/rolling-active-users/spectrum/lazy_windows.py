# taxonomy: DLO/Lazy / Chunked Expansion
# style: naive
import polars as pl


def solution(input_data):
    window = input_data["window_days"]
    visits = input_data["visits"].drop_nulls().unique()
    if visits.is_empty():
        return visits.lazy().select("day", active=pl.col("user"))
    last = visits["day"].max()
    calendar = pl.LazyFrame({"day": pl.date_range(visits["day"].min(), last, eager=True)})
    until = pl.min_horizontal(pl.col("day").dt.offset_by(f"{window - 1}d"), last)
    stretched = visits.lazy().select("user", day=pl.date_ranges("day", until))
    counts = stretched.explode("day").unique().group_by("day").agg(active=pl.len().cast(pl.Int64))
    return calendar.join(counts, on="day", how="left", maintain_order="left").with_columns(
        pl.col("active").fill_null(0)
    )
