# taxonomy: L2V/Bulk Array Operation
# style: fast
def solution(input_data):
    return (input_data["a"] * input_data["b"]).sum(dim=1)
