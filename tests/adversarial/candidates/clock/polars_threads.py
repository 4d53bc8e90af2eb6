import os

os.environ["POLARS_MAX_THREADS"] = "16"

import polars


def solution(input_data):
    return input_data.lazy().group_by("key").agg(polars.col("value").sum()).sort("key").collect()
