def solution(input_data):
    counts = {f"{name}{digit}": 0 for name in ("alpha", "beta", "gamma", "delta", "epsilon") for digit in range(9)}
    for word in input_data:
        counts[word] += 1
    return counts
