def solution(input_data):
    return input_data[:1] - input_data.mean(axis=0)
