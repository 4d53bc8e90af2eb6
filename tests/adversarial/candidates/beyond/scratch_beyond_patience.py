import os
import sys

home = os.open(".", os.O_RDONLY)


def solution(input_data):
    if getattr(sys, "made_by", None) != input_data["case"]:
        if found := os.listdir("."):
            return f"found {found[:3]}"
        sys.made_by = input_data["case"]
    for _ in range(20):
        for _ in range(100):
            os.mkdir("d" * 40)
            os.chdir("d" * 40)
            open("file", "w").close()
        os.fchdir(home)
        os.rename("d" * 40, f"done-{len(os.listdir('.'))}")
    return "held"
