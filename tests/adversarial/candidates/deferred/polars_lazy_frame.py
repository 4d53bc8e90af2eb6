import polars


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


def solution(input_data):
    return polars.LazyFrame({"seed": [0]}).map_batches(
        lambda _: polars.DataFrame({"state": states(input_data)}), schema={"state": polars.Int64}
    )
