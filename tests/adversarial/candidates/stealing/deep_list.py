def solution(input_data):
    nest = []
    for _ in range(1_000_000):
        nest = [nest]
    return nest
