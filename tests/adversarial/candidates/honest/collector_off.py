import gc

gc.disable()


class Node:
    def __init__(self, value):
        self.value, self.other = value, self


def solution(input_data):
    nodes = [Node(value) for value in input_data["values"]]
    gc.enable()
    gc.set_threshold(100_000, 20, 20)
    total = sum(node.other.value for node in nodes)
    gc.disable()
    return total
