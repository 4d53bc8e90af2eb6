def add(values, low, high):
    if high - low == 1:
        return values[low]
    if low == high:
        return 0
    return values[low] + add(values, low + 1, high)


def solution(input_data):
    values = input_data["values"]
    return sum(add(values, start, min(start + 800, len(values))) for start in range(0, len(values), 800))
