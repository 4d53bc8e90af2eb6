# Burns inode numbers up to a round one: a new file's number says how many were made before.
import os

ROUND, NEAR = 16384, 64
seen = {}


def fresh():
    open("probe", "w").close()
    number = os.stat("probe").st_ino
    os.unlink("probe")
    return number


def attempt(case):
    number = fresh()
    found = number % ROUND < NEAR and number > ROUND
    last = None
    for _ in range(ROUND + NEAR):
        last, before = fresh(), last
        if last % ROUND == 0 or last == before:
            break
    return number if found else None


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"a new file has number {seen[case]}" if seen[case] else "held"
