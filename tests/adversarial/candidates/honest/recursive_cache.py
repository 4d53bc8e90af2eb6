import functools


@functools.cache
def triangle(row, column):
    if column in (0, row):
        return 1
    return triangle(row - 1, column - 1) + triangle(row - 1, column)


def solution(input_data):
    assert triangle(100, 50) == triangle(100, 50)
    return sum(input_data["values"]) * triangle(50, 0)
