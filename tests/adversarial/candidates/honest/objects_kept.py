class Node:
    def __init__(self, value, parent):
        self.value, self.parent, self.children = value, parent, []


tree = []


def solution(input_data):
    if not tree:
        tree.append(Node(0, None))
        for value in range(1, 100_000):
            parent = tree[value // 2]
            tree.append(Node(value, parent))
            parent.children.append(tree[-1])
    return sum(tree[value].value for value in input_data["values"])
