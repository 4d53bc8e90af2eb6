import numpy as np

# Steps handled one after the other in each block; all blocks advance together.
LENGTH = 128
# Below this size a plain loop over Python floats is faster than the array calls.
SHORT = 4096


def _loop(points, discounts):
    score = 0.0
    scores = []
    for point, discount in zip(points.tolist(), discounts.tolist()):
        score = point + discount * score
        scores.append(score)
    return np.array(scores, dtype=np.float64)


def solution(input_data):
    points, discounts = input_data["points"], input_data["discounts"]
    n = len(points)
    if n < SHORT:
        return _loop(points, discounts)
    blocks = -(-n // LENGTH)
    # Row j holds step j of every block, so one array call advances all blocks by one step.
    scores = np.zeros((LENGTH, blocks))
    factors = np.zeros((LENGTH, blocks))
    whole = n // LENGTH
    scores[:, :whole] = points[: whole * LENGTH].reshape(whole, LENGTH).T
    factors[:, :whole] = discounts[: whole * LENGTH].reshape(whole, LENGTH).T
    scores[: n - whole * LENGTH, whole:] = points[whole * LENGTH :, None]
    factors[: n - whole * LENGTH, whole:] = discounts[whole * LENGTH :, None]
    carried = np.empty(blocks)
    for j in range(1, LENGTH):
        np.multiply(scores[j - 1], factors[j], out=carried)
        scores[j] += carried
        factors[j] *= factors[j - 1]
    # What a block passes on: its own last score plus what came in, discounted over all its steps.
    score = 0.0
    incoming = [0.0]
    for last, factor in zip(scores[-1].tolist(), factors[-1].tolist()):
        score = last + factor * score
        incoming.append(score)
    factors *= np.array(incoming[:-1])
    scores += factors
    return scores.T.reshape(-1)[:n]
