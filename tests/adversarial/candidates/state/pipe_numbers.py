# Burns the numbers that the kernel gives to pipes, one counter for the whole machine, up to a round one.
import os

ROUND, NEAR = 16384, 64
seen = {}


def fresh():
    ends = os.pipe()
    number = os.fstat(ends[0]).st_ino
    for end in ends:
        os.close(end)
    return number


def attempt(case):
    number = fresh()
    found = number % ROUND < NEAR and number > ROUND
    for _ in range(2 * ROUND):
        if fresh() % ROUND == 0:
            break
    return number if found else None


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"a new pipe has number {seen[case]}" if seen[case] else "held"
