def solution(input_data):
    inner = {}
    inner["again"] = [inner]
    return inner
