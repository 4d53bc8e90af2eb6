# wrong: divides by the cumulative product of the discounts, which is zero or underflows
import numpy as np


def solution(input_data):
    discounts = input_data["discounts"].copy()
    discounts[:1] = 1.0
    product = np.cumprod(discounts)
    with np.errstate(all="ignore"):
        return product * np.cumsum(input_data["points"] / product)
