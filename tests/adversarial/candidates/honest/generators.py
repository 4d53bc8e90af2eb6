def running():
    total = 0
    while True:
        value = yield total
        if value is None:
            return total
        total += value


def delegate(results):
    results.append((yield from running()))


def solution(input_data):
    results = []
    adder = delegate(results)
    next(adder)
    for value in input_data["values"]:
        adder.send(value)
    try:
        adder.send(None)
    except StopIteration:
        pass
    return results[0]
