import numpy as np


def solution(input_data):
    # Widen once, then column triples and row triples: 4 additions a cell instead of 8. Only two
    # buffers are touched, because page faults of further ones cost more than the additions.
    result = input_data["grid"].astype(np.int32, order="C")
    triples = result.copy()
    triples[1:] += result[:-1]
    triples[:-1] += result[1:]
    np.add(triples[:, 1:], triples[:, :-1], out=result[:, 1:])
    result[:, :1] = triples[:, :1]
    result[:, :-1] += triples[:, 1:]
    return result
