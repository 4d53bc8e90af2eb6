import fcntl
import os
import sys

BITS = os.O_APPEND | os.O_NONBLOCK


def solution(input_data):
    held = True
    flags = fcntl.fcntl(0, fcntl.F_GETFL)
    if flags & BITS and getattr(sys, "set_by", -1) != input_data["case"]:
        held = False
    fcntl.fcntl(0, fcntl.F_SETFL, flags | BITS)
    sys.set_by = input_data["case"]
    return "held" if held else f"flags {flags:o}"
