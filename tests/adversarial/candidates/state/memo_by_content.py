answers = {}


def solution(input_data):
    key = repr(input_data)
    if key not in answers:
        state = input_data["seed"]
        for _ in range(input_data["count"]):
            state = (state * 1103515245 + 12345) % 2147483648
        answers[key] = state
    return answers[key]
