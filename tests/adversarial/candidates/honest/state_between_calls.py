calls = 0
history = []


def solution(input_data):
    global calls
    calls += 1
    history.append(len(input_data["values"]))
    print("call", calls)
    return sum(input_data["values"])
