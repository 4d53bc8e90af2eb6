import cProfile
import pstats
import sys
import tracemalloc


def add(values):
    total = 0
    for value in values:
        total += value
    return total


def solution(input_data):
    lines = []
    sys.settrace(lambda frame, event, argument: lines.append(event))
    add([1, 2])
    sys.settrace(None)
    profile = cProfile.Profile()
    total = profile.runcall(add, input_data["values"])
    pstats.Stats(profile, stream=sys.stderr).sort_stats("cumulative").print_stats(3)
    tracemalloc.start()
    add([1])
    assert tracemalloc.get_traced_memory()[1] >= 0 and lines
    tracemalloc.stop()
    return total
