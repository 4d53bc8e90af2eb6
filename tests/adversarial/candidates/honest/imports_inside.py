def solution(input_data):
    import collections
    import importlib
    from math import fsum

    counter = collections.Counter(input_data["values"])
    name = "statis" + "tics"
    module = importlib.import_module(name)
    assert module.fmean([1.0, 2.0]) == 1.5
    return int(fsum(value * count for value, count in counter.items()))
