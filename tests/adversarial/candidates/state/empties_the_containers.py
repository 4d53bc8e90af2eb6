def solution(input_data):
    answer = sum(input_data["values"])
    input_data["values"].clear()
    input_data.clear()
    input_data["values"] = [answer]
    return answer
