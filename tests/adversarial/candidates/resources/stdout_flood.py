def solution(input_data):
    while True:
        print("x" * 10_000, flush=True)
