class Node:
    def __init__(self, value):
        self.value, self.me = value, self


def solution(input_data):
    return sum(Node(value).me.value for value in input_data["values"])
