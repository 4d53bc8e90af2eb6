def solution(input_data):
    input_data["values"].sort()
    return input_data["values"]
