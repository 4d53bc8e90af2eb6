"""Candidates that raise, leave, crash or never end: the verdict, a reason for people, and nothing left behind."""

from __future__ import annotations

import re

import pytest
from benches import Bench, add_up

from effibench.model import Verdict

PATIENT = add_up()
# A call that never ends costs its limit plus a second of grace.
HASTY = add_up(limits={"call_seconds": 0.5, "import_seconds": 1.0})

RAISES = {
    "syntax error": ("def solution(input_data:\n    return 1\n", r"SyntaxError: .* \(during import\)"),
    "null byte": ("def solution(input_data):\n    return '\0'\n", r"(ValueError|SyntaxError): .*null bytes"),
    "empty source": ("\n", r"the source defines no solution"),
    "no entry point": ("def solve(input_data):\n    return 1\n", r"the source defines no solution"),
    "entry point is no function": ("solution = 3\n", r"the source defines no solution"),
    "raises at import": ("raise ValueError('no luck')\n", r"ValueError: no luck \(during import\)"),
    "missing library": (
        "import no_such_library\n",
        r"ModuleNotFoundError: No module named 'no_such_library'",
    ),
    "leaves at import": ("import sys\nsys.exit()\n", r"SystemExit.*\(during import\)"),
    "wrong signature": ("def solution():\n    return 1\n", r"TypeError: .*takes 0 positional arguments"),
    "raises": ("def solution(input_data):\n    return input_data['missing']\n", r"KeyError: 'missing'"),
    "sys.exit": ("import sys\ndef solution(input_data):\n    sys.exit(0)\n", r"SystemExit"),
    "KeyboardInterrupt": ("def solution(input_data):\n    raise KeyboardInterrupt\n", r"KeyboardInterrupt"),
    "deep recursion": (
        "def solution(input_data):\n    return solution(input_data)\n",
        r"RecursionError: maximum recursion depth exceeded",
    ),
    "exception without text": (
        "class Odd(Exception):\n    def __str__(self):\n        raise self\n"
        "def solution(input_data):\n    raise Odd\n",
        r"Odd: \(the exception cannot be shown\)",
    ),
    "exception with endless text": (
        "def solution(input_data):\n    raise ValueError('x' * 50_000_000)\n",
        r"ValueError: x{1000}",
    ),
}

ENDS = {
    "os._exit(0)": (
        "import os\ndef solution(input_data):\n    os._exit(0)\n",
        "left with exit status 0 before",
    ),
    "os._exit(0) at import": ("import os\nos._exit(0)\n", "left with exit status 0 before"),
    "os._exit(1)": (
        "import os\ndef solution(input_data):\n    os._exit(1)\n",
        "left with exit status 1 before",
    ),
    "segfault": (
        "import ctypes\ndef solution(input_data):\n    return ctypes.string_at(0)\n",
        "killed by SIGSEGV",
    ),
    "abort": ("import os\ndef solution(input_data):\n    os.abort()\n", "killed by SIGABRT"),
    "kills itself": (
        "import os, signal\ndef solution(input_data):\n    os.kill(os.getpid(), signal.SIGKILL)\n",
        "killed by SIGKILL",
    ),
    "endless recursion in C": (
        "import sys\nsys.setrecursionlimit(10**9)\n"
        "def solution(input_data):\n"
        "    one = other = 0\n    for _ in range(10**6):\n        one, other = [one], [other]\n    return one == other\n",
        "killed by SIGSEGV",
    ),
    "closes all descriptors": (
        "import os\ndef solution(input_data):\n    os.closerange(0, 4096)\n    return 10\n",
        "left with exit status . before",
    ),
}

ENDLESS = {
    "Python loop": "def solution(input_data):\n    while True:\n        pass\n",
    "regular expression": "import re\ndef solution(input_data):\n    re.match(r'(a+)+$', 'a' * 60 + 'b')\n",
    "huge power": "def solution(input_data):\n    pow(3, 1 << 400_000, (1 << 400_000) + 1)\n",
    "bare except": (
        "def solution(input_data):\n    while True:\n        try:\n            while True:\n                pass\n"
        "        except:\n            pass\n"
    ),
    "all signals ignored": (
        "import signal, time\n"
        "def solution(input_data):\n"
        "    for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:\n"
        "        try:\n            signal.signal(number, signal.SIG_IGN)\n        except OSError:\n            pass\n"
        "    while True:\n        time.sleep(100)\n"
    ),
    "stops itself": "import os, signal\ndef solution(input_data):\n    os.kill(os.getpid(), signal.SIGSTOP)\n",
    "endless exception text": (
        "class Odd(Exception):\n    def __str__(self):\n        while True:\n            pass\n"
        "def solution(input_data):\n    raise Odd\n"
    ),
    "second call": (
        "calls = []\ndef solution(input_data):\n    calls.append(1)\n"
        "    while len(calls) == 2:\n        pass\n    return sum(input_data['values'])\n"
    ),
}


@pytest.mark.parametrize("name", RAISES)
def test_exception(bench: Bench, name: str) -> None:
    source, reason = RAISES[name]
    m = bench.run(source, PATIENT)
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert re.search(reason, m.reason), m.reason
    assert m.reason.startswith("correctness, seed 0: ")
    assert len(m.reason) < 30_000
    assert m.seconds is None


@pytest.mark.parametrize("name", ENDS)
def test_process_ends(bench: Bench, name: str) -> None:
    source, reason = ENDS[name]
    m = bench.run(source, PATIENT)
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert re.search(reason, m.reason), m.reason


@pytest.mark.parametrize("name", ENDLESS)
def test_endless(bench: Bench, name: str) -> None:
    m = bench.run(ENDLESS[name], HASTY)
    assert m.verdict is Verdict.TIME_LIMIT
    assert m.reason == "correctness, seed 0: a call took longer than 0.5 s"


def test_endless_import(bench: Bench) -> None:
    m = bench.run("while True:\n    pass\n", HASTY)
    assert m.verdict is Verdict.TIME_LIMIT
    assert m.reason == "correctness, seed 0: importing the source took longer than 1 s"


def test_a_call_just_over_its_limit_is_over_it(bench: Bench) -> None:
    m = bench.run("import time\ndef solution(input_data):\n    time.sleep(0.6)\n    return 10\n", HASTY)
    assert m.verdict is Verdict.TIME_LIMIT


def test_traceback_shows_the_candidates_lines(bench: Bench) -> None:
    m = bench.run("def solution(input_data):\n    return 1 / 0  # here\n", PATIENT)
    assert m.reason == "correctness, seed 0: ZeroDivisionError: division by zero"
    assert "return 1 / 0  # here" in m.cases[-1].traceback


def test_output_of_a_failing_call_is_kept(bench: Bench) -> None:
    m = bench.run(
        """
        import sys
        def solution(input_data):
            print("to stdout", flush=True)
            print("to stderr", file=sys.stderr)
            raise ValueError
        """,
        PATIENT,
    )
    assert m.cases[-1].stdout == "to stdout\n"
    assert m.cases[-1].stderr == "to stderr\n"
