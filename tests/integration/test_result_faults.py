"""Answers of the wrong kind, changed inputs, and messages that no worker sends."""

from __future__ import annotations

import re

import pytest
from benches import Bench, add_up

from effibench.model import Flag, Verdict
from effibench.tasks.task import LiteralCase, ResultPolicy, Task

NUMPY = add_up(libraries=("numpy",))

UNSUPPORTED = {
    "generator": ("(value for value in [10])", "lazy.*generator"),
    "map": ("map(int, ['10'])", "lazy.*iterator"),
    "iterator": ("iter([10])", "lazy|iterator"),
    "function": ("lambda: 10", "function"),
    "class": ("int", "type"),
    "module": ("__import__('math')", "module"),
    "instance": ("type('Answer', (), {})()", "Answer"),
    "subclass of int": ("type('Answer', (int,), {})(10)", "Answer"),
    "subclass of list": ("type('Answer', (list,), {})([10])", "Answer"),
    "inside a list": ("[10, object()]", "object"),
    "open file": ("open('/dev/null')", "TextIOWrapper"),
    "coroutine": ("__import__('asyncio').sleep(0)", "coroutine"),
    "future": ("__import__('concurrent.futures').futures.Future()", "Future"),
    "exception": ("ValueError('10')", "ValueError"),
}

UNSUPPORTED_NUMPY = {
    "subclass": ("np.ones(3).view(type('Answer', (np.ndarray,), {}))", "Answer"),
    "matrix": ("np.matrix([[10]])", "matrix"),
    "array of objects": ("np.array([object()])", "object"),
    "array proxy": ("type('Answer', (), {'__array__': lambda self, *a, **k: np.array(10)})()", "Answer"),
    "structured with objects": (
        "np.array([(object(), 1)], dtype=[('x', object), ('y', int)])",
        "object|void|x",
    ),
}

FORGED = {
    "garbage": "os.write(3, b'garbage' * 100)",
    "garbage in pieces": "[os.write(3, b'x') for _ in range(1000)]",
    "header that promises too much": "os.write(3, struct.pack('<4sIQ', b'EFBF', 11, 1 << 62))",
    "DONE before any call": "os.write(3, frame(14, b''))",
    "SAMPLE with nonsense": "os.write(3, frame(11, b'x' * 7))",
    "SAMPLE beyond the file": "os.write(3, frame(11, struct.pack('<13q', *[1] * 11, 0, 1 << 40) + b'\\0'))",
    "SAMPLE before the file": "os.write(3, frame(11, struct.pack('<13q', *[1] * 11, -8, 8) + b'\\0'))",
    "SAMPLE without bytes": "os.write(3, frame(11, struct.pack('<13q', *[1] * 11, 0, 0) + b'\\0'))",
    "FAILED with nonsense": "os.write(3, frame(12, b'x' * 50))",
    "READY": "os.write(3, frame(10, b''))",
    "JUDGED": "os.write(3, frame(15, b''))",
    "unknown kind": "os.write(3, frame(4_000_000_000, b''))",
}
FORGER = """import os, struct
def frame(kind, payload):
    return struct.pack('<4sIQ', b'EFBF', kind, len(payload)) + payload
"""


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_unsupported(bench: Bench, name: str) -> None:
    expression, reason = UNSUPPORTED[name]
    m = bench.run(f"def solution(input_data):\n    return {expression}\n")
    assert m.verdict is Verdict.INVALID_RESULT, m.reason
    assert_matches(reason, m.reason)


@pytest.mark.parametrize("name", UNSUPPORTED_NUMPY)
def test_unsupported_numpy(bench: Bench, name: str) -> None:
    expression, reason = UNSUPPORTED_NUMPY[name]
    m = bench.run(f"import numpy as np\ndef solution(input_data):\n    return {expression}\n", NUMPY)
    assert m.verdict is Verdict.INVALID_RESULT, m.reason
    assert_matches(reason, m.reason)


def test_lazy_frame(bench: Bench) -> None:
    task = add_up(libraries=("polars",))
    source = "import polars as pl\ndef solution(input_data):\n    return pl.LazyFrame({'x': input_data['values']})\n"
    m = bench.run(source, task)
    assert m.verdict is Verdict.INVALID_RESULT
    assert_matches("lazy.*LazyFrame", m.reason)


def test_lazy_results_where_the_task_materialises_them(bench: Bench) -> None:
    task = Task.make(
        "test/squares",
        reference="def solution(input_data):\n    return [x * x for x in input_data]\n",
        cases=[LiteralCase(input=[1, 2, 3])],
        result=ResultPolicy(laziness="materialise"),
    )
    m = bench.run("def solution(input_data):\n    return (x * x for x in input_data)\n", task)
    assert m.verdict is Verdict.PASS, m.reason
    m = bench.run("def solution(input_data):\n    return (1 // (x - 1) for x in input_data)\n", task)
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert "ZeroDivisionError" in m.reason


def test_endless_generator_where_the_task_materialises(bench: Bench) -> None:
    task = add_up(
        result=ResultPolicy(laziness="materialise"), limits={"call_seconds": 0.5, "memory_bytes": 64 << 20}
    )
    m = bench.run("import itertools\ndef solution(input_data):\n    return itertools.repeat(1)\n", task)
    assert m.verdict in {Verdict.TIME_LIMIT, Verdict.MEMORY_LIMIT, Verdict.INVALID_RESULT}, m.reason


@pytest.mark.parametrize("answer", ["11", "10.0", "True", "'10'", "None", "[10]", "float('nan')", "10 + 0j"])
def test_wrong_answer(bench: Bench, answer: str) -> None:
    m = bench.run(f"def solution(input_data):\n    return {answer}\n")
    assert m.verdict is Verdict.WRONG_ANSWER, m.reason
    assert len(m.reason) > len("correctness, seed 0: ")


def test_right_once_and_wrong_later(bench: Bench) -> None:
    m = bench.run(
        "calls = []\ndef solution(input_data):\n    calls.append(1)\n    return 10 if len(calls) < 4 else 11\n"
    )
    assert m.verdict is Verdict.WRONG_ANSWER, m.reason


def test_changed_input_is_flagged_and_harms_nobody(bench: Bench) -> None:
    task = add_up()
    for _ in range(2):
        m = bench.run(
            "def solution(input_data):\n    total = sum(input_data['values'])\n"
            "    input_data['values'].clear()\n    return total\n",
            task,
        )
        assert m.verdict is Verdict.PASS, m.reason
        assert Flag.INPUT_MUTATED in m.flags
    m = bench.run(task.reference, task)
    assert m.verdict is Verdict.PASS
    assert m.flags == ()


def test_an_object_put_into_the_input_is_flagged(bench: Bench) -> None:
    m = bench.run(
        "def solution(input_data):\n    total = sum(input_data['values'])\n    input_data['x'] = object()\n    return total\n"
    )
    assert m.verdict is Verdict.PASS, m.reason
    assert Flag.INPUT_MUTATED in m.flags


@pytest.mark.parametrize("name", FORGED)
def test_forged_message_in_a_call(bench: Bench, name: str) -> None:
    m = bench.run(
        f"{FORGER}\ndef solution(input_data):\n    {FORGED[name]}\n    return sum(input_data['values'])\n"
    )
    assert m.verdict is Verdict.VIOLATION, m.reason
    assert m.reason in {
        "correctness, seed 0: the process sent a message that no worker sends",
        "correctness, seed 0: the process sent bytes that are no message",
    }


@pytest.mark.parametrize(
    "name", ["garbage", "DONE before any call", "SAMPLE with nonsense", "READY", "unknown kind"]
)
def test_forged_message_at_import(bench: Bench, name: str) -> None:
    m = bench.run(
        f"{FORGER}\n{FORGED[name]}\ndef solution(input_data):\n    return sum(input_data['values'])\n"
    )
    assert m.verdict is Verdict.VIOLATION, m.reason


def test_forged_answer_is_judged_like_any_other(bench: Bench) -> None:
    """A whole conversation made up at import: the host judges bytes, and they are not the answer."""
    m = bench.run(
        FORGER
        + """
from effibench import values
os.write(3, frame(10, values.encode({"import_ns": 1})))
place = 0
sample = struct.pack("<11q", *[1] * 11)
for _ in range(4):
    os.write(3, frame(11, sample + struct.pack("<2q", 0, 8) + b"\\0"))
os.write(3, frame(14, b""))
import time
time.sleep(100)
"""
    )
    assert m.verdict in {Verdict.VIOLATION, Verdict.INVALID_RESULT, Verdict.WRONG_ANSWER}, m.reason


def assert_matches(pattern: str, text: str) -> None:
    assert re.search(pattern, text), f"{text!r} does not say {pattern!r}"
