import pandas


def solution(input_data):
    return pandas.DataFrame({"key": pandas.Series(dtype="int64"), "value": pandas.Series(dtype="float64")})
