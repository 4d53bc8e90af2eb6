"""Processes of the harness that die: zygotes, launchers, hosts; and hosts that are interrupted."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from benches import Bench, add_up
from helpers import alive, program, spinning, started, wait_until
from leftovers import children, descendants, launchers, nothing_left, zygote_pids

from effibench.errors import EffibenchError, HostError
from effibench.model import Measurement
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session

HONEST = "def solution(d):\n    return sum(d['values'])\n"
SLOW = "import time\ndef solution(d):\n    time.sleep(0.5)\n    return sum(d['values'])\n"


@pytest.fixture(params=[(), ("namespaces",)], ids=["namespaces", "no namespaces"])
def own(request: pytest.FixtureRequest, lock_directory: str) -> Iterator[Bench]:
    """A bench whose processes may be killed, with and without a pid namespace."""
    with Session(disable=request.param) as session:
        yield Bench(session)


def call_in_thread(bench: Bench, source: str) -> tuple[threading.Thread, list[Measurement | EffibenchError]]:
    outcome: list[Measurement | EffibenchError] = []

    def call() -> None:
        try:
            outcome.append(bench.session.time(source, add_up()))
        except EffibenchError as error:
            outcome.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    return thread, outcome


def spare_judges(bench: Bench, count: int) -> None:
    """Leaves that many idle judges, as several threads at once would."""
    pool = bench.executor._judges
    for judge in [pool._take(add_up()) for _ in range(count)]:
        pool._give(add_up(), judge)
    assert len(pool._idle) == count


@pytest.mark.parametrize("victim", ["zygote", "launcher"])
def test_death_in_the_middle_of_a_call(own: Bench, victim: str) -> None:
    own.warm(add_up())
    busy = len(own.executor.live)
    thread, outcome = call_in_thread(own, SLOW)
    wait_until(lambda: len(own.executor.live) > busy, 10, "the candidate has started")
    time.sleep(0.1)
    tree = {pid for launcher in launchers(own.executor) for pid in (launcher, *descendants(launcher))}
    assert len(tree) >= 4  # launcher, zygote, judge, candidate
    for pid in {"zygote": zygote_pids, "launcher": launchers}[victim](own.executor):
        os.kill(pid, signal.SIGKILL)
    thread.join(30)
    assert isinstance(outcome[0], HostError), outcome[0]
    assert "zygote" in str(outcome[0])
    for _ in range(2):
        m = own.session.time(HONEST, add_up())
        assert m.passed, m.reason
    wait_until(lambda: not alive(tree), 5, "the old processes have gone")


@pytest.mark.parametrize("victim", ["zygote", "launcher"])
def test_death_between_calls(own: Bench, victim: str) -> None:
    pairs = [(HONEST, add_up())] * 4
    own.warm(add_up())
    spare_judges(own, 3)  # which die as well
    zygotes = set(zygote_pids(own.executor))
    for pid in {"zygote": zygote_pids, "launcher": launchers}[victim](own.executor):
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not alive(zygotes), 5, "the zygote has gone")
    for m in own.session.time_many(pairs):
        assert m.passed, m.reason


def test_death_of_idle_judges(own: Bench) -> None:
    own.warm(add_up())
    spare_judges(own, 3)
    for _, judge in own.executor._judges._idle:
        judge._spawned.child.kill()
    assert own.session.time(HONEST, add_up()).passed
    assert not own.session.time("def solution(d):\n    return 11\n", add_up()).passed


def test_a_closed_session_leaves_nothing(bench: Bench) -> None:
    with nothing_left(bench.executor):
        open_and_close()


def open_and_close() -> None:
    with Session() as session:
        assert isinstance(session.executor, NativeExecutor)
        root, cgroup = session.executor.slots.root, session.executor.slots.cgroup
        groups = [Path(path) for path in cgroup.paths()] if cgroup else []
        assert session.time(HONEST, add_up()).passed
    assert not root.exists()
    assert not any(group.exists() for group in groups)
    session.close()  # again


@pytest.mark.parametrize("disable", [[], ["namespaces"]])
def test_killed_host_leaves_no_process(disable: list[str]) -> None:
    text = f"""
        with Session(disable={disable}) as session:
            session.time(ENDLESS, add_up(call_seconds=500.0))
        """
    with started(*program(text)) as host:
        wait_until(lambda: bool(spinning(host.pid)), 60, "the endless candidate runs")
        tree = descendants(host.pid)
        assert len(tree) >= 3  # launcher, zygote, candidate
        os.kill(host.pid, signal.SIGKILL)
        wait_until(lambda: not alive(tree), 5, f"{tree} have gone")
    # What the dead host had on disk is removed by the next one that starts.
    with Session() as session:
        folders = [
            folder.name
            for folder in session.executor.slots.root.parent.glob(f"effibench-scratch-{host.pid}-*")
        ]
        assert folders == []
        if session.executor.slots.cgroup is not None:
            for path in filter(None, session.executor.slots.cgroup.paths()):
                assert list(Path(path).parent.glob(f"effibench-{host.pid}-*")) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_to_a_host(number: signal.Signals) -> None:
    text = """
        with Session() as session:
            session.time(ENDLESS, add_up(call_seconds=500.0))
        """
    with started(*program(text)) as host:
        wait_until(lambda: bool(spinning(host.pid)), 60, "the endless candidate runs")
        tree = descendants(host.pid)
        os.kill(host.pid, number)
        host.wait(20)
        wait_until(lambda: not alive(tree), 5, f"{tree} have gone")


def test_interrupting_time_many() -> None:
    text = """
        with Session() as session:
            session.time_many([(ENDLESS, add_up(call_seconds=500.0))] * 6)
        """
    with started(*program(text)) as host:
        wait_until(lambda: bool(spinning(host.pid)), 60, "the endless candidates run")
        tree = descendants(host.pid)
        os.kill(host.pid, signal.SIGINT)
        _, errors = host.communicate(timeout=20)
        assert "KeyboardInterrupt" in errors
        wait_until(lambda: not alive(tree), 5, f"{tree} have gone")


def test_ctrl_c_on_the_command_line(tmp_path: Path) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("def solution(d):\n    while True:\n        pass\n")
    task = tmp_path / "task"
    task.mkdir()
    (task / "task.toml").write_text(
        'id = "test/one"\ntitle = "One"\nlibrary = "none"\ndomains = ["correctness-small"]\n[limits]\nseconds = 500.0\n'
    )
    (task / "inputs.py").write_text("def input_generator(seed, input_domain):\n    return seed\n")
    (task / "reference.py").write_text("def solution(d):\n    return d\n")
    argv = (sys.executable, "-m", "effibench", "time", str(endless), "--task", str(task))
    with started(*argv, TMPDIR=str(tmp_path)) as host:
        wait_until(lambda: bool(spinning(host.pid)), 60, "the endless candidate runs")
        tree = descendants(host.pid)
        os.kill(host.pid, signal.SIGINT)
        output, errors = host.communicate(timeout=20)
        assert host.returncode == 130
        assert errors.strip() == "effibench: interrupted"
        assert output == ""
        wait_until(lambda: not alive(tree), 5, f"{tree} have gone")
    assert list(tmp_path.glob("effibench-scratch-*")) == []
    assert not any(children(pid) for pid in tree)
