# taxonomy: L2V/Bulk Array Operation
# style: fast
import numpy as np


def solution(input_data):
    n = len(input_data["points"])
    length = max(1, int(n**0.5) // 2)
    blocks = -(-n // length)
    scores = np.zeros((blocks, length))
    factors = np.zeros((blocks, length))
    scores.reshape(-1)[:n] = input_data["points"]
    factors.reshape(-1)[:n] = input_data["discounts"]
    scores, factors = scores.T.copy(), factors.T.copy()
    for j in range(1, length):
        scores[j] += factors[j] * scores[j - 1]
    factors = np.multiply.accumulate(factors, axis=0)
    score = 0.0
    incoming = np.empty(blocks)
    for b in range(blocks):
        incoming[b] = score
        score = scores[-1, b] + factors[-1, b] * score
    return (scores + factors * incoming).T.reshape(-1)[:n]
