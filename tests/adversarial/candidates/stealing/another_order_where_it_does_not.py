def solution(input_data):
    return [value * value for value in sorted(input_data)]
