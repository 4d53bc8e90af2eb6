for text in ("(" * 100_000 + ")" * 100_000, "-" * 2_000_000 + "1", "[" * 190 + "]" * 190, "a" + ".a" * 200_000, "1" + "+1" * 500_000):
    try:
        compile(text, "deep", "eval")
    except (SyntaxError, RecursionError, MemoryError):
        continue
raise ValueError("the compiler took all of it")


def solution(input_data):
    return 0
