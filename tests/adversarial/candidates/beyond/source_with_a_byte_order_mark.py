def solution(input_data):
    return sum(input_data["values"])
