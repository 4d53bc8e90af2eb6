def solution(input_data):
    return sum(input_data["values"])  # saved by an editor that marks UTF-8
