class Remembering(dict):
    def __missing__(self, key):
        state, count = key
        for _ in range(count):
            state = (state * 1103515245 + 12345) % 2147483648
        self[key] = state
        return state


answers = Remembering()


def solution(input_data):
    return answers[input_data["seed"], input_data["count"]]
