import os
import sys
import sysconfig

import numpy

TARGETS = [
    numpy.__file__,
    os.__file__,
    os.path.realpath(sys.executable),
    sysconfig.get_paths()["stdlib"],
    os.path.dirname(os.path.dirname(numpy.__file__)),
    *filter(None, sys.path),
]


def solution(input_data):
    opened = []
    for target in TARGETS:
        try:
            if os.path.isdir(target):
                planted = os.path.join(target, f"attack-{os.getpid()}.pth")
                os.close(os.open(planted, os.O_CREAT | os.O_WRONLY))
                os.unlink(planted)
            else:
                os.close(os.open(target, os.O_WRONLY))
            opened.append(target)
        except OSError:
            pass
    return f"opened {opened}" if opened else "held"
