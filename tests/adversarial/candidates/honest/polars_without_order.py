import polars as pl


def solution(input_data):
    return input_data.group_by("key").agg(pl.col("value").sum())
