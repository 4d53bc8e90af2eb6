def solution(input_data):
    return sorted({value * value for value in input_data})
