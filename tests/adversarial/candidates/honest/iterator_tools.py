import functools
import itertools
import operator


def solution(input_data):
    pairs = itertools.groupby(sorted(input_data["values"]))
    counted = itertools.starmap(lambda value, group: value * sum(1 for _ in group), pairs)
    halves = itertools.tee(counted, 2)
    first = functools.reduce(operator.add, halves[0], 0)
    return list(itertools.accumulate(halves[1]))[-1] if first else 0
