import polars as pl


def solution(input_data):
    query = input_data.lazy().filter(pl.col("key") >= 0).group_by("key").agg(pl.col("value").sum())
    assert query.explain()
    return query.sort("key").collect()
