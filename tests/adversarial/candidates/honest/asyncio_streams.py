import asyncio


async def numbers(values):
    for value in values:
        yield value


async def main(values):
    waiting = asyncio.Queue(maxsize=10)

    async def produce():
        async for value in numbers(values):
            await waiting.put(value)
        await waiting.put(None)

    task = asyncio.create_task(produce())
    total = 0
    while (value := await waiting.get()) is not None:
        total += value
    await task
    async with asyncio.timeout(10):
        assert await asyncio.to_thread(sum, values) == total
    return total


def solution(input_data):
    loop = asyncio.new_event_loop()
    try:
        return loop.run_until_complete(main(input_data["values"]))
    finally:
        loop.close()
