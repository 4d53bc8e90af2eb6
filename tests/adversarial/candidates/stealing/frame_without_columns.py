def solution(input_data):
    return input_data.groupby("key", as_index=False)["value"].sum()[[]]
