# taxonomy: L2V/Bulk Array Operation
# style: ordinary


def solution(input_data):
    scores = input_data["points"].copy()
    factors = input_data["discounts"].copy()
    step = 1
    while step < len(scores):
        scores[step:] += factors[step:] * scores[:-step]
        factors[step:] *= factors[:-step]
        factors[:step] = 0.0
        step *= 2
    return scores
