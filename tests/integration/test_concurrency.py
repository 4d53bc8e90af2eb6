"""Many callers at once, and callers that have done other things before: threads, asyncio, forks, pytest-xdist."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from benches import ADD_UP, Bench, add_up
from helpers import environment, needs, run
from leftovers import nothing_left

WRONG = "def solution(d):\n    return 11\n"
RAISES = "def solution(d):\n    raise ValueError\n"
LEAVES = "import os\ndef solution(d):\n    os._exit(0)\n"
MIXED = {ADD_UP: "pass", WRONG: "wrong_answer", RAISES: "runtime_error", LEAVES: "runtime_error"}


def test_sixteen_threads_at_once(bench: Bench) -> None:
    sources = list(MIXED) * 8
    with ThreadPoolExecutor(16) as pool:
        found = list(pool.map(lambda source: bench.session.time(source, add_up()).verdict.value, sources))
    assert found == [MIXED[source] for source in sources]


def test_threads_share_the_preparation_of_a_task(bench: Bench) -> None:
    from effibench.tasks.task import LiteralCase, Task

    task = Task.make("test/prepared-once", reference=ADD_UP, cases=[LiteralCase(input={"values": [5]})])
    with ThreadPoolExecutor(8) as pool:
        suites = list(pool.map(lambda _: bench.session.prepare(task), range(8)))
    assert len({id(suite) for suite in suites}) == 1


def test_forty_mixed_calls_leave_nothing(bench: Bench) -> None:
    bench.warm(add_up())
    with nothing_left(bench.executor):
        threads = threading.active_count()
        for source, verdict in list(MIXED.items()) * 10:
            assert bench.session.time(source, add_up()).verdict.value == verdict
        assert threading.active_count() == threads


def test_asyncio(bench: Bench) -> None:
    async def main() -> list[str]:
        calls = [asyncio.to_thread(bench.session.time, source, add_up()) for source in MIXED]
        return [m.verdict.value for m in await asyncio.gather(*calls)]

    assert asyncio.run(main()) == list(MIXED.values())


@pytest.mark.parametrize("library", ["polars", "torch"])
def test_a_host_that_has_computed(library: str) -> None:
    """What hangs in a fork of this process must not matter: nothing is forked from it."""
    needs(library)
    before = {
        "polars": (
            "import polars as pl\n"
            "frame = pl.DataFrame({'k': list(range(1000)) * 10, 'v': list(range(10000))})\n"
            "assert frame.group_by('k').agg(pl.col('v').sum()).height == 1000\n"
        ),
        "torch": "import torch\ntorch.set_num_threads(2)\nassert (torch.ones(500, 500) @ torch.ones(500, 500)).sum() > 0\n",
    }[library]
    source = {
        "polars": (
            "import polars as pl\ndef solution(d):\n    frame = pl.DataFrame({'k': [0] * len(d['values']), 'v': d['values']})\n"
            "    return frame.group_by('k').agg(pl.col('v').sum())['v'][0]\n"
        ),
        "torch": "import torch\ndef solution(d):\n    return int((torch.tensor(d['values']).float() @ torch.ones(4)).item())\n",
    }[library]
    out = run(
        before
        + f"""
import msgspec
task = msgspec.structs.replace(add_up(call_seconds=60.0), libraries=({library!r},))
with Session() as session:
    m = session.time({source!r}, task)
    print(m.verdict.value, m.reason)
"""
    )
    assert out.strip() == "pass"


def test_a_fork_of_the_host() -> None:
    """`effibench.time` opens a session of its own in a forked process; a Session object refuses to be shared."""
    out = run(
        """
        import os, multiprocessing
        session = Session()
        assert session.time(HONEST, add_up()).passed
        assert effibench.time(HONEST, add_up()).passed
        def work():
            try:
                session.time(HONEST, add_up())
            except effibench.HostError as error:
                assert "belongs to the process that forked this one" in str(error)
            else:
                raise SystemExit("a fork used its parent's session")
            session.close()
            m = effibench.time(HONEST, add_up())
            raise SystemExit(0 if m.passed else m.reason)
        children = [multiprocessing.get_context("fork").Process(target=work) for _ in range(2)]
        for child in children:
            child.start()
        for child in children:
            child.join(60)
            assert child.exitcode == 0, child.exitcode
        assert session.time(HONEST, add_up()).passed
        session.close()
        print("done")
        """
    )
    assert out == "done\n"


def test_workers_of_xdist(tmp_path: Path) -> None:
    needs("xdist")
    (tmp_path / "test_it.py").write_text(
        "import effibench, pytest\n"
        "from effibench import Task\n"
        "from effibench.tasks.task import LiteralCase\n"
        "@pytest.mark.parametrize('number', range(6))\n"
        "def test_it(number):\n"
        "    task = Task.make('t', cases=[LiteralCase(input=number, expected=number + 1)])\n"
        "    assert effibench.time('def solution(x):\\n    return x + 1\\n', task).passed\n"
        "    assert not effibench.time('def solution(x):\\n    return x\\n', task).passed\n"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "2",
            "-p",
            "no:cacheprovider",
            "-W",
            "error",
            str(tmp_path),
        ],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed" in done.stdout
