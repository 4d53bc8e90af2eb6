import polars as pl


def solution(input_data):
    input_data.write_parquet("data.parquet")
    input_data.lazy().select("key", "value").sink_csv("data.csv")
    query = pl.scan_csv("data.csv").group_by("key").agg(pl.col("value").sum()).sort("key")
    found = query.collect()
    again = pl.scan_parquet("data.parquet").group_by("key").agg(pl.col("value").sum()).sort("key").collect()
    assert found.equals(again)
    return again
