import warnings


def old(values):
    warnings.warn("old() is old", DeprecationWarning, stacklevel=2)
    return sum(values)


def solution(input_data):
    warnings.simplefilter("always")
    found = old(input_data["values"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            old([])
        except DeprecationWarning:
            return found
