import os


def solution(input_data):
    with open("sparse", "wb") as file:
        for make in (
            lambda: os.ftruncate(file.fileno(), 1 << 40),
            lambda: os.posix_fallocate(file.fileno(), 1 << 40, 1),
            lambda: os.pwrite(file.fileno(), b"x", 1 << 40),
        ):
            try:
                make()
            except OSError:
                pass
    return "held" if os.stat("sparse").st_size < 1 << 30 else "a terabyte"
