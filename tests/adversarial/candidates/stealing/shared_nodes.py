# Thirty lists that unfold to 10**30 elements.
def solution(input_data):
    nest = [0]
    for _ in range(30):
        nest = [nest] * 10
    return nest
