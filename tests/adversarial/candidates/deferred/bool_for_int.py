def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


def solution(input_data):
    found = dict(enumerate(states(input_data)))
    found[False] = found.pop(0)
    return {(key if key > 1 else bool(key)): value for key, value in sorted(found.items())}
