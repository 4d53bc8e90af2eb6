# As long as the answer and with the same distinct values, so a comparison of sets and lengths is content.
def solution(input_data):
    distinct = sorted({value * value for value in input_data})
    return distinct + [distinct[0]] * (len(input_data) - len(distinct))
