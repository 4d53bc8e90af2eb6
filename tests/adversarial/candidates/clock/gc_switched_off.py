import gc

gc.disable()
gc.freeze()
gc.set_threshold(1 << 30, 1 << 30, 1 << 30)


def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
