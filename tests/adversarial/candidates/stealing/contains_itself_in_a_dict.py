def solution(input_data):
    outer, inner = {}, ({},)
    inner[0]["back"] = outer
    outer["on"] = inner
    return outer
