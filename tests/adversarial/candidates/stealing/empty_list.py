def solution(input_data):
    return []
