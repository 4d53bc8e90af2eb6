def solution(input_data):
    return sorted(input_data, reverse=True)
