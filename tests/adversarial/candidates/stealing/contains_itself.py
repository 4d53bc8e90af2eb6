def solution(input_data):
    nest = []
    nest.append(nest)
    return nest
