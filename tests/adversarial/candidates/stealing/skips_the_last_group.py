def solution(input_data):
    answer = input_data.groupby("key", as_index=False)["value"].sum()
    answer.loc[len(answer) - 1, "value"] = answer["value"].mean()
    return answer
