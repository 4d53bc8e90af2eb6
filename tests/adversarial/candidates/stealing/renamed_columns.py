import polars


def solution(input_data):
    answer = input_data.group_by("key").agg(polars.col("value").sum()).sort("key")
    return answer.rename({"value": "total"})
