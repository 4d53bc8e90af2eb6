import numba


@numba.njit("int64(int64, int64)")
def run(state, count):
    for _ in range(count):
        state = (state * 1103515245 + 12345) % 2147483648
    return state


def solution(input_data):
    return run(input_data["seed"], input_data["count"])
