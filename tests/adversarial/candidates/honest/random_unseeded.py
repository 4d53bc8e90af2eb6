import os
import random
import secrets


def select(values, rank):
    pivot = random.choice(values)
    low = [value for value in values if value < pivot]
    same = values.count(pivot)
    if rank < len(low):
        return select(low, rank)
    if rank < len(low) + same:
        return pivot
    return select([value for value in values if value > pivot], rank - len(low) - same)


def solution(input_data):
    values = input_data["values"]
    assert select(values, len(values) // 2) == sorted(values)[len(values) // 2]
    assert secrets.randbelow(10) < 10 and len(os.urandom(8)) == 8
    return sum(values)
