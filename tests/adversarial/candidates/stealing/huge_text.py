def solution(input_data):
    return "\U0001f600" * 3_000_000
