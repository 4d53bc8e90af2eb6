from bisect import bisect_right, insort

import numpy as np

# Below this size a sorted Python list is faster than the array calls.
SHORT = 512


def _sorted_list(values):
    history = []
    shares = []
    for i, value in enumerate(values.tolist()):
        if value == value:
            shares.append((len(history) - bisect_right(history, value)) / max(i, 1))
            insort(history, value)
        else:
            shares.append(0.0)
    return np.array(shares, dtype=np.float64)


def solution(input_data):
    values = input_data["values"]
    n = len(values)
    if n < SHORT:
        return _sorted_list(values)
    # Dense ranks; NaN gets the lowest one, so that it is never counted as greater.
    order = np.argsort(values)
    ordered = values[order]
    steps = np.ones(n, dtype=np.int32)
    np.not_equal(ordered[1:], ordered[:-1], out=steps[1:], casting="unsafe")
    missing = ordered != ordered
    np.cumsum(steps, out=steps)
    steps[missing] = 0
    ranks = np.empty(n, dtype=np.int32)
    ranks[order] = steps

    # From the highest bit of the rank down: an earlier value is greater exactly if, at the first bit
    # in which the two ranks differ, it has the 1. Stable partitions by the bits seen so far keep
    # values with a common prefix together and in order of time; `begin` is where such a group starts.
    index = np.arange(n, dtype=np.int32)
    begin = np.zeros(n, dtype=np.int32)
    counts = np.zeros(n, dtype=np.int32)
    ones_before = np.zeros(n + 1, dtype=np.int32)
    for bit in range(int(ranks.max()).bit_length() - 1, -1, -1):
        flags = (ranks >> bit) & 1
        np.cumsum(flags, out=ones_before[1:])
        upper = np.flatnonzero(flags)
        lower = np.flatnonzero(flags == 0)
        ones_at_begin = ones_before[begin]
        counts[index[lower]] += ones_before[lower] - ones_at_begin[lower]
        zeros = len(lower)
        next_begin = np.concatenate(
            [begin[lower] - ones_at_begin[lower], ones_at_begin[upper] + np.int32(zeros)]
        )
        permutation = np.concatenate([lower, upper])
        ranks = ranks[permutation]
        index = index[permutation]
        begin = next_begin
    counts[values != values] = 0
    divisors = np.arange(n, dtype=np.float64)
    divisors[0] = 1.0
    return counts / divisors
