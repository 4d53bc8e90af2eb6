import polars as pl


def solution(input_data):
    query = input_data.lazy().group_by("key").agg(pl.col("value").sum()).sort("key")
    return query.collect(engine="streaming")
