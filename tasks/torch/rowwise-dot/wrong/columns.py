# wrong: adds up along the rows, which gives the dot products of the columns
def solution(input_data):
    return (input_data["a"] * input_data["b"]).sum(dim=0)
