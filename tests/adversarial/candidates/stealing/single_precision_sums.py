import pandas


def solution(input_data):
    narrow = input_data.assign(value=input_data["value"].astype("float32").round(3))
    return narrow.groupby("key", as_index=False)["value"].sum().astype({"value": "float64"})
