import os
import subprocess
import sys

PROGRAM = """
import os
before = os.sched_getaffinity(0)
try:
    os.sched_setaffinity(0, {max(before)})
    os.sched_setaffinity(0, range(os.cpu_count()))
    print("widened")
except OSError:
    print("held")
"""


def solution(input_data):
    done = subprocess.run([sys.executable, "-S", "-c", PROGRAM], capture_output=True, text=True)
    return done.stdout.strip() or f"no answer: {done.stderr[-300:]}"
