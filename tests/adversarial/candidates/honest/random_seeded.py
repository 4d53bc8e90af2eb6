import random

random.seed(7)


def solution(input_data):
    values = list(input_data["values"])
    random.Random(11).shuffle(values)
    picked = random.sample(values, len(values))
    return sum(picked)
