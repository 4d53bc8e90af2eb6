def solution(x):
    return x / 0  # here
