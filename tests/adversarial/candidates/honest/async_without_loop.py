async def numbers(values):
    for value in values:
        yield value


async def add(values):
    return sum([value async for value in numbers(values)])


def solution(input_data):
    running = add(input_data["values"])
    try:
        running.send(None)
    except StopIteration as end:
        return end.value
