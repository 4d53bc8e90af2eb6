import decimal
import fractions
import math


def solution(input_data):
    values = input_data["values"]
    with decimal.localcontext() as context:
        context.prec = 60
        third = sum(decimal.Decimal(value) / 3 for value in values)
        total = int((third * 3).to_integral_value())
    exact = sum(fractions.Fraction(value, 7) for value in values) * 7
    assert exact == total and math.factorial(2000) % 2003 == 2002 * pow(2002 * 2001, -1, 2003) % 2003
    big = 1 << 20_000
    return (big + total) % big
