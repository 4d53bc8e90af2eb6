import polars


def states(input_data):
    found, state = [], input_data["seed"]
    for number in range(input_data["count"]):
        state = (state * 1103515245 + 12345) % 2147483648
        if number % 1000 == 0:
            found.append(state)
    return found


@polars.api.register_dataframe_namespace("later")
class Later:
    def __init__(self, frame):
        self.frame = frame

    def now(self, input_data):
        return self.frame.with_columns(polars.Series("state", states(input_data)))


def solution(input_data):
    frame = polars.DataFrame({"state": [0] * 200})
    late = polars.col("state").map_batches(lambda _: polars.Series("state", states(input_data)))
    return frame.lazy().with_columns(late).collect() if frame.later.now else frame
