from effibench import _core, values

encode = values.encode_to_fd
values.materialise = lambda result: result


def encode_later(answer, *arguments, **options):
    return encode(list(answer), *arguments, **options)


values.encode_to_fd = encode_later


def solution(input_data):
    state = input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            yield state
