def solution(input_data):
    error = ValueError("first")
    for number in range(3000):
        outer = ValueError(f"{number} " + "x" * 1000)
        outer.__cause__ = error
        error = outer
    try:
        group = error
        for _ in range(500):
            group = ExceptionGroup("\r\n\x1b[1A", [group])
        error = group
    except NameError:
        pass
    raise error
