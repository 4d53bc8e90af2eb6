import os
import pathlib
import sys
import tempfile


def solution(input_data):
    threads = int(os.environ.get("OMP_NUM_THREADS", "1"))
    debug = os.getenv("DEBUG", "0") == "1"
    home = os.path.expanduser("~")
    assert os.path.isdir(home) and os.environ["PATH"] and os.access(tempfile.gettempdir(), os.W_OK)
    assert pathlib.Path.home().is_dir() and pathlib.Path.cwd().is_dir() and sys.argv
    os.environ["MY_OWN"] = "1"
    return sum(input_data["values"]) if threads >= 1 and not debug else -1
