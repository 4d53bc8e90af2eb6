import asyncio
import sys


async def main(values):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-S",
        "-c",
        "import sys; print(sum(map(int, sys.stdin.read().split())))",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await process.communicate(" ".join(map(str, values)).encode())
    return int(output)


def solution(input_data):
    return asyncio.run(main(input_data["values"]))
