def evaluate(node):
    match node:
        case int(value):
            return value
        case ["add", left, right]:
            return evaluate(left) + evaluate(right)
        case {"op": "sum", "of": [*items]} if items:
            return sum(map(evaluate, items))
        case _:
            raise ValueError(node)


def solution(input_data):
    values, total = iter(input_data["values"]), 0
    while chunk := [value for _, value in zip(range(7), values)]:
        total = evaluate(["add", total, {"op": "sum", "of": chunk}])
    return total
