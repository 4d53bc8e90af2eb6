# Under a wide tolerance and any order every element could stand for many: the worst case for a matcher.
def solution(input_data):
    return [value * (0.75 + 0.5 * (index % 7) / 7) / 7.0 for index, value in enumerate(reversed(input_data))]
