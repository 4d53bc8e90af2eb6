"""Candidates that take too much: memory in every way there is to get it, output, result size."""

from __future__ import annotations

import pytest
from benches import Bench, add_up

from effibench.model import Verdict

MIB = 1 << 20
SMALL = add_up(libraries=("numpy",), limits={"memory_bytes": 128 * MIB, "call_seconds": 10.0})

MEMORY = {
    "one bytearray": "def solution(input_data):\n    return len(bytearray(10 << 30))\n",
    "step by step": (
        "def solution(input_data):\n    kept = []\n    for _ in range(10 << 10):\n        kept.append(bytearray(1 << 20))\n"
    ),
    "many small objects": "def solution(input_data):\n    return len([str(i) for i in range(10**9)])\n",
    "empty array": "import numpy as np\ndef solution(input_data):\n    return np.empty(10 << 30, np.uint8).fill(1)\n",
    "empty arrays, touched": (
        "import numpy as np\ndef solution(input_data):\n    kept = []\n"
        "    while True:\n        kept.append(np.empty(16 << 20, np.uint8))\n        kept[-1].fill(1)\n"
    ),
    "shared mapping": (
        "import mmap\ndef solution(input_data):\n    area = mmap.mmap(-1, 10 << 30)\n"
        "    for at in range(0, 10 << 30, 4096):\n        area[at] = 1\n"
    ),
    "at import": "kept = [bytearray(1 << 20) for _ in range(10 << 10)]\ndef solution(input_data):\n    return 10\n",
    "in a thread": (
        "import threading\ndef fill():\n    global kept\n    kept = [bytearray(1 << 20) for _ in range(10 << 10)]\n"
        "def solution(input_data):\n    thread = threading.Thread(target=fill)\n    thread.start()\n    thread.join()\n"
        "    return len(kept)\n"
    ),
}

# Memory that belongs to files and not to the process: only a control group counts it.
FILES = {
    "memfds": (
        "import os\ndef solution(input_data):\n"
        "    while True:\n        os.write(os.memfd_create('x'), bytes(16 << 20))\n"
    ),
    "scratch": (
        "import os\ndef solution(input_data):\n    for number in range(10 << 10):\n"
        "        with open(f'file-{number}', 'wb') as file:\n            file.write(bytes(1 << 20))\n"
    ),
}

FLOODS = {
    "print": "def solution(input_data):\n    for _ in range(1 << 20):\n        print('x' * 1023)\n",
    "write to 1": "import os\ndef solution(input_data):\n    while True:\n        os.write(1, bytes(1 << 16))\n",
    "one large write": "import os\ndef solution(input_data):\n    os.write(1, bytes(1 << 30))\n    raise ValueError\n",
    "warnings": (
        "import warnings\nwarnings.simplefilter('always')\n"
        "def solution(input_data):\n    for number in range(10_000):\n        warnings.warn('x' * 1023)\n"
        "    raise ValueError\n"
    ),
    "write to 2": "import os\ndef solution(input_data):\n    while True:\n        os.write(2, bytes(1 << 16))\n",
}


@pytest.mark.parametrize("name", MEMORY)
def test_memory(bench: Bench, name: str) -> None:
    m = bench.run(MEMORY[name], SMALL)
    assert m.verdict is Verdict.MEMORY_LIMIT, m.reason
    assert "MemoryError" in m.reason or m.reason == "correctness, seed 0: used more than 128 MiB"


@pytest.mark.parametrize("name", FILES)
def test_memory_in_files(bench: Bench, name: str) -> None:
    if bench.executor.slots.cgroup is None:
        pytest.skip(f"no control group here: {bench.executor.slots.cgroup_reason}")
    m = bench.run(FILES[name], SMALL)
    assert m.verdict is Verdict.MEMORY_LIMIT, m.reason
    assert m.reason == "correctness, seed 0: used more than 128 MiB"


def test_memory_within_the_limit_passes_and_is_reported(bench: Bench) -> None:
    m = bench.run(
        "def solution(input_data):\n    kept = bytearray(100 << 20)\n    return sum(input_data['values'])\n",
        SMALL,
    )
    assert m.verdict is Verdict.PASS, m.reason
    assert m.peak_memory_bytes is not None
    assert 95 * MIB < m.peak_memory_bytes < 128 * MIB


def test_a_large_file(bench: Bench) -> None:
    task = add_up(limits={"file_bytes": 8 * MIB, "result_bytes": MIB})
    m = bench.run("def solution(input_data):\n    open('x', 'wb').write(bytes(100 << 20))\n", task)
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert "File too large" in m.reason


@pytest.mark.parametrize("name", FLOODS)
def test_flood(bench: Bench, name: str) -> None:
    m = bench.run(FLOODS[name])
    assert m.verdict is Verdict.OUTPUT_LIMIT, m.reason
    assert m.reason == "correctness, seed 0: wrote more than 1024 KiB to stdout or stderr"
    assert len(m.cases[-1].stdout) + len(m.cases[-1].stderr) <= 40_000


def test_much_output_within_the_limit_passes(bench: Bench) -> None:
    m = bench.run(
        "def solution(input_data):\n    print('x' * 200_000)\n    return sum(input_data['values'])\n"
    )
    assert m.verdict is Verdict.PASS, m.reason


@pytest.mark.parametrize(
    "result",
    ["bytes(2 << 20)", "'x' * (2 << 20)", "list(range(2 << 18))", "[bytes(1 << 19)] * 4", "1 << (2 << 24)"],
)
def test_result_too_large(bench: Bench, result: str) -> None:
    task = add_up(limits={"result_bytes": MIB})
    m = bench.run(f"def solution(input_data):\n    return {result}\n", task)
    assert m.verdict is Verdict.OUTPUT_LIMIT, m.reason
    assert "bytes" in m.reason


@pytest.mark.parametrize("kind", ["nested = [nested]", "nested = (nested,)", "nested = {'x': nested}"])
@pytest.mark.parametrize("depth", [1_000, 100_000])
def test_result_too_deep(bench: Bench, kind: str, depth: int) -> None:
    m = bench.run(
        f"def solution(input_data):\n    nested = []\n    for _ in range({depth}):\n        {kind}\n    return nested\n"
    )
    assert m.verdict in {Verdict.OUTPUT_LIMIT, Verdict.INVALID_RESULT}, m.reason
    assert "deep" in m.reason


def test_result_that_contains_itself(bench: Bench) -> None:
    m = bench.run("def solution(input_data):\n    ring = []\n    ring.append(ring)\n    return ring\n")
    assert m.verdict in {Verdict.OUTPUT_LIMIT, Verdict.INVALID_RESULT}, m.reason
    assert "deep" in m.reason
