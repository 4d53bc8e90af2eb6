import bisect
import functools
import heapq


def solution(input_data):
    heap = [(-value, index) for index, value in enumerate(input_data["values"])]
    heapq.heapify(heap)
    ordered = []
    while heap:
        value, _ = heapq.heappop(heap)
        bisect.insort(ordered, -value)
    backwards = sorted(ordered, key=functools.cmp_to_key(lambda a, b: b - a))
    backwards.sort(key=lambda value: (value % 10, -value), reverse=True)
    return sum(heapq.merge(backwards[:10], backwards[10:]))
