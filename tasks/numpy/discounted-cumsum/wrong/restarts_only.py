# wrong: takes a discount as a switch, restarts at zeros and carries the full score otherwise
import numpy as np


def solution(input_data):
    points, discounts = input_data["points"], input_data["discounts"]
    totals = np.cumsum(points)
    restart = np.maximum.accumulate(np.where(discounts == 0.0, np.arange(len(points)), 0))
    return totals - (totals - points)[restart]
