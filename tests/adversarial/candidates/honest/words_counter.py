from collections import Counter


def solution(input_data):
    return dict(Counter(input_data).most_common())
