import os
import subprocess


def solution(input_data):
    with open("values.txt", "w") as stream:
        stream.writelines(f"{value}\n" for value in input_data["values"])
    line = subprocess.check_output("sort -n values.txt | tr '\\n' '+' | sed 's/+$//'", shell=True, text=True)
    with os.popen("echo ok") as stream:
        assert stream.read() == "ok\n"
    assert os.system("exit 3") >> 8 == 3
    return sum(map(int, line.split("+")))
