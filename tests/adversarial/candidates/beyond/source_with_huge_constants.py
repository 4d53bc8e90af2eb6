A = 1 << 1 << 4 << 100
B = "x" * 4096 * 4096 * 4096 if A < 0 else ""
C = ((((((((0,) * 256,) * 256,) * 256,) * 16,) * 16,) * 16,) * 16,) if A < 0 else ()
D = lambda: (2**64**4, (1,) * 10**9)


def solution(input_data):
    return sum(input_data["values"])
