def solution(input_data):
    return input_data.T
