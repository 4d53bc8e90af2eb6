# taxonomy: CRC/Closed-Form Substitution
# style: fast
def solution(input_data):
    m = input_data["matrices"]
    result = m[:, 0, 0] * m[:, 1, 1]
    result -= m[:, 0, 1] * m[:, 1, 0]
    return result
