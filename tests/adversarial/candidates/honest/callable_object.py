import functools


class Adder:
    def __init__(self, start):
        self.start = start

    def __call__(self, input_data, extra=0):
        return sum(input_data["values"], self.start) + extra


solution = functools.partial(Adder(0), extra=0)
