import logging
import warnings

warnings.simplefilter("always")


def solution(input_data):
    for number in range(20_000):
        warnings.warn(f"{number} " + "w" * 100, stacklevel=1)
        logging.warning("%d", number)
    return sum(input_data["values"])
