import os
import sys

home = os.open(".", os.O_RDONLY)


def solution(input_data):
    if getattr(sys, "made_by", None) != input_data["case"]:
        if found := os.listdir("."):
            return f"found {found[:3]}"
        sys.made_by = input_data["case"]
    for _ in range(1000):
        os.mkdir("d" * 200)
        os.chdir("d" * 200)
        open("file", "w").close()
    os.fchdir(home)
    os.rename("d" * 200, f"done-{len(os.listdir('.'))}")
    return "held"
