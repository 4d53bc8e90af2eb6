import datetime
import decimal
import fractions
import math
from zoneinfo import ZoneInfo


def solution(input_data):
    values = input_data["values"]
    result = dict.fromkeys(["nothing", "complex", "big"])
    result["complex"] = values[0] + 1j * values[1]
    result["big"] = math.prod([3] * sum(values[:20]))
    result["fraction"] = fractions.Fraction(sum(values[:50]), 3)
    with decimal.localcontext() as context:
        context.prec = 50
        result["decimal"] = decimal.Decimal(sum(values)) / 8
    result["day"] = datetime.date.fromordinal(datetime.date(2024, 1, 1).toordinal() + values[0])
    midnight = datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc).timestamp()
    result["moment"] = datetime.datetime.fromtimestamp(midnight + sum(values), datetime.timezone.utc)
    assert result["moment"].astimezone(ZoneInfo("Europe/Oslo")) == result["moment"]
    result["bytes"] = bytes(bytearray(value & 255 for value in values))
    result["tuple"] = (*values[:5],)
    result["frozenset"] = frozenset(map(str, reversed(values)))
    found = set()
    for value in reversed(values):
        found.add(value % 100)
    result["set"] = found | set()
    result["dict"] = {}
    for value in values:
        result["dict"].update({value % 7: value})
    return result
