TABLE = {}


def solution(input_data, known=[w + str(n) for w in ("alpha", "beta", "gamma", "delta") for n in range(9)]):
    counts = {}
    for word in input_data:
        counts[word] = counts.get(word, 0) + 1
    return counts
