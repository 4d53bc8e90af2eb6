# wrong: computes in single precision whatever the input is
def solution(input_data):
    a, b = input_data["a"], input_data["b"]
    return (a.float() * b.float()).sum(dim=1).to(a.dtype)
