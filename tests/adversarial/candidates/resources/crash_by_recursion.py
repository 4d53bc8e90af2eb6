import sys


class Endless:
    def __repr__(self):
        return repr(self)


def solution(input_data):
    sys.setrecursionlimit(10**9)
    try:
        repr(Endless())
    except RecursionError:
        pass
    nested = []
    for _ in range(2_000_000):
        nested = [nested]
    return nested == nested and repr(nested)
