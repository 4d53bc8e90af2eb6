import pandas


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


class Later(pandas.Series):
    _metadata = ["waiting"]

    @property
    def array(self):
        return pandas.Series(states(self.waiting)).array

    values = _values = array


def solution(input_data):
    answer = Later([0] * 200)
    answer.waiting = input_data
    return answer
