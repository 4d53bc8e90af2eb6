# taxonomy: CRC/Purpose-Built Index
# style: ordinary
import numpy as np


def solution(input_data):
    values = input_data["values"]
    shares = np.zeros(len(values))
    distinct, ranks = np.unique(values[~np.isnan(values)], return_inverse=True)
    size = len(distinct)
    tree = [0] * (size + 1)
    known = iter((size - ranks).tolist())
    for i, missing in enumerate(np.isnan(values).tolist()):
        if missing:
            continue
        place = next(known)  # 1 is the greatest value
        total, node = 0, place - 1
        while node:
            total += tree[node]
            node &= node - 1
        if i:
            shares[i] = total / i
        while place <= size:
            tree[place] += 1
            place += place & -place
    return shares
