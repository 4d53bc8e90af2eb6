"""Honest solutions of every kind must pass, without a flag: the guard against false alarms."""

from __future__ import annotations

import pytest
from benches import Bench, add_up
from helpers import needs

from effibench.model import Flag, Limits, Measurement, Verdict
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session

# What a busy machine adds to an honest result.
NOISE = {Flag.CONTENDED, Flag.BELOW_RESOLUTION, Flag.MIGRATED}


def assert_passed(m: Measurement, calls: int = 4) -> None:
    assert m.verdict is Verdict.PASS, (m.verdict, m.reason, m.cases[-1].stderr)
    assert set(m.flags) <= NOISE
    assert m.seconds is not None
    assert m.seconds > 0
    assert m.reference_seconds is not None or not m.cases[0].reference_seconds
    assert len(m.cases) == m.cases_total
    for case in m.cases:
        assert len(case.samples) == calls
        assert case.envelope_ns is not None
        assert case.envelope_ns >= sum(sample.wall_ns for sample in case.samples)


def test_function_with_an_argument_list(bench: Bench) -> None:
    task = Task.make(
        "test/power",
        entry=Entry(kind=EntryKind.FUNCTION, name="power"),
        cases=[LiteralCase(input=[2, 10], expected=1024), LiteralCase(input=[3, 2], expected=9)],
    )
    assert_passed(bench.session.time("def power(base, exponent):\n    return base**exponent\n", task))
    m = bench.run("def power(base, exponent):\n    return base * exponent\n", with_reference(task))
    assert m.verdict is Verdict.WRONG_ANSWER


def with_reference(task: Task) -> Task:
    return Task.make(
        task.id,
        entry=task.entry,
        cases=task.cases,
        reference="def power(base, exponent):\n    return base**exponent\n",
    )


def test_method_of_a_class(bench: Bench) -> None:
    task = Task.make(
        "test/counter",
        entry=Entry(kind=EntryKind.METHOD, name="count", owner="Solution"),
        cases=[LiteralCase(input=[["a", "b", "a"]], expected={"a": 2, "b": 1})],
    )
    source = """
from collections import Counter
class Solution:
    def count(self, items):
        return dict(Counter(items))
"""
    assert_passed(bench.session.time(source, task))


def test_program_that_reads_stdin(bench: Bench) -> None:
    task = Task.make(
        "test/sum-program",
        entry=Entry(kind=EntryKind.PROGRAM),
        reference="print(sum(map(int, input().split())))\n",
        cases=[LiteralCase(input="1 2 3\n"), LiteralCase(input="4 5\n", expected="9\n")],
    )
    assert_passed(
        bench.run("import sys\nprint(sum(map(int, sys.stdin.read().split())))\nsys.exit(0)\n", task)
    )
    assert_passed(bench.run("import os\nos.write(1, b'%d' % sum(map(int, os.read(0, 100).split())))\n", task))
    failed = bench.run("import sys\nprint(sum(map(int, sys.stdin.read().split())))\nsys.exit(3)\n", task)
    assert failed.verdict is Verdict.RUNTIME_ERROR
    wrong = bench.run("print(6)\n", task)
    assert wrong.verdict is Verdict.WRONG_ANSWER
    assert "line 1" in wrong.reason


def test_one_process_for_all_cases(bench: Bench) -> None:
    cases = [LiteralCase(input={"values": list(range(count))}) for count in range(1, 5)]
    task = Task.make("test/kept", reference=add_up().reference, cases=cases, isolation="candidate")
    m = bench.run(
        "import os\npids = set()\n"
        "def solution(input_data):\n    pids.add(os.getpid())\n    assert len(pids) == 1\n"
        "    return sum(input_data['values'])\n",
        task,
    )
    assert_passed(m)
    assert len(m.cases) == 4


def test_a_process_for_each_case(bench: Bench) -> None:
    cases = [LiteralCase(input={"values": list(range(count))}) for count in range(1, 4)]
    task = Task.make("test/apart", reference=add_up().reference, cases=cases)
    m = bench.run(
        "seen = set()\n"
        "def solution(input_data):\n    seen.add(len(input_data['values']))\n    assert len(seen) == 1\n"
        "    return sum(input_data['values'])\n",
        task,
    )
    assert_passed(m)


def test_strict_protocol(bench: Bench) -> None:
    strict = Session(protocol="strict", executor=bench.executor)  # not closed: the executor is the bench's
    m = strict.time(
        "calls = []\ndef solution(input_data):\n    calls.append(1)\n    assert len(calls) <= 2\n"
        "    return sum(input_data['values'])\n",
        add_up(),
    )
    assert_passed(m, calls=3)
    assert m.protocol.value == "strict"


def test_task_from_live_functions(bench: Bench) -> None:
    task = Task.make(
        "test/live",
        inputs=make_input,
        reference=slow_square,
        validator=near,
        domains=("correctness-small", "stress-large"),
        libraries=("numpy",),
    )
    assert_passed(bench.run("import numpy as np\ndef solution(x):\n    return np.square(x)\n", task))
    m = bench.session.time(fast_square, task)
    assert_passed(m)
    assert m.candidate == "fast_square"
    assert [case.domain for case in m.cases] == ["correctness-small"] * 5 + ["stress-large"] * 5
    wrong = bench.run("def solution(x):\n    return x * x + 1\n", task)
    assert wrong.verdict is Verdict.WRONG_ANSWER
    assert wrong.reason.endswith("off by 1.0")


def make_input(seed, input_domain):
    import numpy as np

    return np.random.default_rng(seed).normal(size=4 if input_domain == "correctness-small" else 400)


def slow_square(x):
    import numpy as np

    return np.array([value * value for value in x])


def fast_square(x):
    return x * x


def near(pred_output, ref_output):
    import numpy as np

    worst = float(np.abs(pred_output - ref_output).max())
    return worst < 1e-9, f"off by {worst}"


def test_time_many_keeps_the_order(bench: Bench) -> None:
    task = add_up(limits={"call_seconds": 0.5})
    pairs = [
        ("def solution(d):\n    return sum(d['values'])\n", task),
        ("def solution(d):\n    return 11\n", task),
        ("def solution(d):\n    raise ValueError\n", task),
        ("def solution(d):\n    while True:\n        pass\n", task),
        ("import os\nos._exit(3)\n", task),
        ("def solution(d):\n    return (x for x in d)\n", task),
        (
            "def solution(d):\n    total = 0\n    for x in d['values']:\n        total += x\n    return total\n",
            task,
        ),
    ]
    found = [m.verdict.value for m in bench.session.time_many(pairs)]
    assert found == [
        "pass",
        "wrong_answer",
        "runtime_error",
        "time_limit",
        "runtime_error",
        "invalid_result",
        "pass",
    ]
    assert bench.session.time_many([]) == []


LIBRARIES = {
    "numpy": "import numpy as np\ndef solution(d):\n    return int(np.asarray(d['values']).sum())\n",
    "numpy, BLAS": (
        "import numpy as np\ndef solution(d):\n"
        "    a = np.ones((300, 300)) @ np.ones((300, 300))\n    return sum(d['values']) + int(a[0, 0]) - 300\n"
    ),
    "pandas": (
        "import pandas as pd\ndef solution(d):\n"
        "    frame = pd.DataFrame({'k': [0] * len(d['values']), 'v': d['values']})\n"
        "    return int(frame.groupby('k').v.sum().loc[0])\n"
    ),
    "polars": (
        "import polars as pl\ndef solution(d):\n"
        "    frame = pl.LazyFrame({'k': [0] * len(d['values']), 'v': d['values']})\n"
        "    return frame.group_by('k').agg(pl.col('v').sum()).collect()['v'][0]\n"
    ),
    "torch": (
        "import torch\ndef solution(d):\n"
        "    x = torch.ones(1000, 1000) @ torch.ones(1000, 4)\n"
        "    return int(torch.tensor(d['values']).sum()) + int(x[0, 0]) - 1000\n"
    ),
    "numba": (
        "import numba, numpy as np\n@numba.njit(parallel=True)\ndef total(x):\n    s = 0\n"
        "    for i in numba.prange(len(x)):\n        s += x[i]\n    return s\n"
        "def solution(d):\n    return total(np.array(d['values']))\n"
    ),
    "thread pool": (
        "from concurrent.futures import ThreadPoolExecutor\ndef solution(d):\n"
        "    with ThreadPoolExecutor(8) as pool:\n        return sum(pool.map(int, d['values']))\n"
    ),
    "multiprocessing's thread pool": (
        "from multiprocessing.pool import ThreadPool\ndef solution(d):\n"
        "    with ThreadPool(4) as pool:\n        return sum(pool.map(int, d['values']))\n"
    ),
    "asyncio-free coroutine": (
        "async def total(d):\n    return sum(d['values'])\n"
        "def solution(d):\n    try:\n        total(d).send(None)\n    except StopIteration as end:\n        return end.value\n"
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_libraries(bench: Bench, name: str) -> None:
    first = name.partition(",")[0]
    if first in {"numpy", "pandas", "polars", "torch", "numba"}:
        needs(first)
        task = add_up(
            libraries=(first,),
            isolation="candidate" if first == "numba" else "case",
            limits={"call_seconds": 60.0},
        )
    else:
        task = add_up()
    assert_passed(bench.run(LIBRARIES[name], task))


def test_limits_of_a_session_replace_the_tasks(bench: Bench) -> None:
    assert isinstance(bench.session.executor, NativeExecutor)
    hasty = Session(executor=bench.executor, limits=Limits(call_seconds=0.3))
    m = hasty.time("import time\ndef solution(d):\n    time.sleep(0.5)\n    return 10\n", add_up())
    assert m.verdict is Verdict.TIME_LIMIT
    assert "0.3 s" in m.reason
