def solution(input_data):
    return sorted(input_data)[:-1]
