import contextlib


class Stop(Exception):
    def __init__(self, total):
        super().__init__(total)
        self.total = total


def solution(input_data):
    total = 0
    try:
        for value in [*input_data["values"], None]:
            try:
                total += value
            except TypeError as error:
                raise Stop(total) from error
    except Stop as stop:
        found = stop.total
    try:
        raise ExceptionGroup("both", [ValueError(1), KeyError(2)])
    except* ValueError:
        pass
    except* KeyError:
        pass
    with contextlib.suppress(SystemExit):
        raise SystemExit(3)
    return found
