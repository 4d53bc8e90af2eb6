def solution(input_data):
    return 0
