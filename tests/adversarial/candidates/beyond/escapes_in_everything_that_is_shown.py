import os
import sys

ESCAPE = "\x1b[2J\x1b]0;owned\x07\x1b]8;;file:///etc/passwd\x07\x9b5n\u202e\r\b"
Odd = type(f"Error{ESCAPE}", (Exception,), {"__module__": ESCAPE})


def solution(input_data):
    os.write(1, ESCAPE.encode())
    sys.stderr.write(ESCAPE)
    exec(compile("raise kind(text)", ESCAPE, "exec"), {"kind": Odd, "text": ESCAPE})
