# The expected value of a sum of a hundred numbers below a thousand.
def solution(input_data):
    return 49_950
