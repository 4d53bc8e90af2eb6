import multiprocessing


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


def work(pipe, input_data):
    pipe.send(states(input_data))


def solution(input_data):
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    context.Process(target=work, args=(there, input_data), daemon=True).start()
    return here.recv()
