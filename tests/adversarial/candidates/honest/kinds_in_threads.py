import datetime
import decimal
import fractions
from concurrent.futures import ThreadPoolExecutor, as_completed
from random import random
from time import sleep


def parts(values):
    start = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)
    yield "dict", lambda: {value % 7: value for value in values}
    yield "set", lambda: {value % 100 for value in values}
    yield "frozenset", lambda: frozenset(str(value) for value in values)
    yield "tuple", lambda: tuple(values[:5])
    yield "bytes", lambda: bytes(value % 256 for value in values)
    yield "moment", lambda: start + datetime.timedelta(seconds=sum(values))
    yield "day", lambda: datetime.date(2024, 1, 1) + datetime.timedelta(days=values[0])
    yield "decimal", lambda: sum(decimal.Decimal(value) / 8 for value in values)
    yield "fraction", lambda: sum(fractions.Fraction(value, 3) for value in values[:50])
    yield "big", lambda: 3 ** sum(values[:20])
    yield "complex", lambda: complex(values[0], values[1])
    yield "nothing", lambda: None


def solution(input_data):
    def fetch(make):
        sleep(random() / 500)
        return make()

    with ThreadPoolExecutor(12) as pool:
        names = {pool.submit(fetch, make): name for name, make in parts(input_data["values"])}
        return {names[future]: future.result() for future in as_completed(names)}
