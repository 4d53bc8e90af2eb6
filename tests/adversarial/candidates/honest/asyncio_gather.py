import asyncio


async def add(values):
    await asyncio.sleep(0)
    return sum(values)


async def main(values):
    parts = await asyncio.gather(*(add(values[start::4]) for start in range(4)))
    return sum(parts)


def solution(input_data):
    return asyncio.run(main(input_data["values"]))
