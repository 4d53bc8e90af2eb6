import functools


def repeated(times):
    def decorate(function):
        @functools.wraps(function)
        def call(*arguments, **options):
            found = {function(*arguments, **options) for _ in range(times)}
            assert len(found) == 1
            return found.pop()

        return call

    return decorate


@functools.singledispatch
def weight(value):
    raise TypeError(type(value))


@weight.register
def _(value: int):
    return value


@functools.total_ordering
class Box:
    def __init__(self, values):
        self.values = values

    @functools.cached_property
    def total(self):
        return sum(weight(value) for value in self.values)

    def __eq__(self, other):
        return self.total == other.total

    def __lt__(self, other):
        return self.total < other.total


@repeated(times=2)
def solution(input_data):
    box = Box(input_data["values"])
    assert box >= Box([])
    return box.total
