# taxonomy: DLO/Contiguous Layout Alignment
# style: fast
def solution(input_data):
    a, b, c, d = input_data["matrices"].reshape(-1, 4).T.copy()
    a *= d
    b *= c
    return a - b
