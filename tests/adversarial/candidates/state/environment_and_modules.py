import builtins
import ctypes
import json
import os
import sys
import types

libc = ctypes.CDLL(None)
libc.getenv.restype = ctypes.c_char_p
seen = {}


def attempt(case):
    looks = {
        "os.environ": os.environ.get("EFFIBENCH_MARK", str(case)) != str(case),
        "getenv": libc.getenv(b"EFFIBENCH_MARK") not in (None, str(case).encode()),
        "sys.modules": getattr(sys.modules.get("effibench_mark"), "case", case) != case,
        "builtins": getattr(builtins, "effibench_mark", case) != case,
        "a library's attribute": getattr(json, "effibench_mark", case) != case,
        "working folder": os.path.exists("effibench-mark"),
        "sys.path": "effibench-mark" in sys.path,
        "interned": any(name.startswith("effibench-mark-") for name in sys.warnoptions),
    }
    os.environ["EFFIBENCH_MARK"] = str(case)
    libc.setenv(b"EFFIBENCH_MARK", str(case).encode(), 1)
    sys.modules["effibench_mark"] = types.SimpleNamespace(case=case)
    builtins.effibench_mark = json.effibench_mark = case
    sys.path.append("effibench-mark")
    sys.warnoptions.append("effibench-mark-")
    return [name for name, found in looks.items() if found]


def solution(input_data):
    case = input_data["case"]
    if case not in seen:
        seen[case] = attempt(case)
    return f"found {seen[case]}" if seen[case] else "held"
