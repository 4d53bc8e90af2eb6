import subprocess
import sys

PROGRAM = "import sys; print(sum(map(int, sys.stdin.read().split())))"


def solution(input_data):
    done = subprocess.run(
        [sys.executable, "-S", "-c", PROGRAM],
        input=" ".join(map(str, input_data["values"])),
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    return int(done.stdout)
