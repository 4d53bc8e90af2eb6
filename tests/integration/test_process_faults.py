"""Candidates that start processes or threads, reach out of the sandbox, or leave work running."""

from __future__ import annotations

import os
import re
import threading
import time
from pathlib import Path

import pytest
from benches import Bench, add_up
from leftovers import descendants

from effibench.model import Flag, Verdict
from effibench.tasks.load import bundled_root
from effibench.tasks.task import ResultPolicy, Task

DENIED = {
    "fork loop": "import os\ndef solution(input_data):\n    while True:\n        os.fork()\n",
    "forkpty": "import os\ndef solution(input_data):\n    os.forkpty()\n",
    "posix_spawn": "import os\ndef solution(input_data):\n    os.posix_spawn('/bin/true', ['true'], {})\n",
    "subprocess": "import subprocess\ndef solution(input_data):\n    subprocess.run(['/bin/true'])\n",
    "exec": "import os\ndef solution(input_data):\n    os.execv('/bin/true', ['true'])\n",
    "multiprocessing": (
        "import multiprocessing\ndef solution(input_data):\n"
        "    multiprocessing.get_context('fork').Process(target=print).start()\n"
    ),
    "TCP": "import socket\ndef solution(input_data):\n    socket.create_connection(('127.0.0.1', 22))\n",
    "UDP": (
        "import socket\ndef solution(input_data):\n"
        "    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 53))\n"
    ),
    "Unix socket": "import socket\ndef solution(input_data):\n    socket.socket(socket.AF_UNIX).connect('/run/x')\n",
    "other CPUs": "import os\ndef solution(input_data):\n    os.sched_setaffinity(0, range(os.cpu_count()))\n",
    "more memory": (
        "import resource\ndef solution(input_data):\n"
        "    resource.setrlimit(resource.RLIMIT_DATA, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n"
    ),
    "kill the parent": "import os\ndef solution(input_data):\n    os.kill(os.getppid(), 9)\n",
    "kill everybody": "import os\ndef solution(input_data):\n    os.kill(-1, 9)\n",
    "session of its own": "import os\ndef solution(input_data):\n    os.setsid()\n",
}

ELSEWHERE = {
    "temporary directory": "/tmp/effibench-escaped",
    "home": "/root/effibench-escaped",
    "library": "/usr/lib/effibench-escaped",
    "root": "/effibench-escaped",
}


@pytest.mark.parametrize("name", DENIED)
def test_denied(bench: Bench, name: str) -> None:
    m = bench.run(DENIED[name])
    assert m.verdict is Verdict.RUNTIME_ERROR, m.reason
    assert re.search("Operation not permitted|Permission denied|not allowed to raise maximum limit", m.reason)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_writing_outside_scratch(bench: Bench, name: str) -> None:
    target = Path(ELSEWHERE[name])
    assert not target.exists()
    m = bench.run(f"def solution(input_data):\n    open({str(target)!r}, 'w').write('x')\n")
    assert m.verdict is Verdict.RUNTIME_ERROR, m.reason
    assert (
        "Permission denied" in m.reason or "Read-only file system" in m.reason or "No such file" in m.reason
    )
    assert not target.exists()


def test_writing_into_the_package(bench: Bench) -> None:
    import effibench

    target = Path(effibench.__file__).parent / "escaped.py"
    m = bench.run(f"def solution(input_data):\n    open({str(target)!r}, 'w').write('x')\n")
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert not target.exists()


def test_writing_into_scratch_passes_and_is_removed(bench: Bench) -> None:
    m = bench.run(
        """
        import os, tempfile
        def solution(input_data):
            os.makedirs("a/b/c", exist_ok=True)
            with open("a/b/c/file", "w") as file:
                file.write("x")
            os.chmod("a", 0)
            with tempfile.NamedTemporaryFile(delete=False) as file:
                file.write(b"x")
            os.chmod("a", 0o700)
            return sum(input_data["values"])
        """
    )
    assert m.verdict is Verdict.PASS, m.reason


def test_nothing_in_scratch_reaches_the_next_process(bench: Bench) -> None:
    task = add_up(isolation="case")
    source = """
        import os
        if os.path.exists("memory"):
            raise ValueError("there is a file from before")
        open("memory", "w").close()
        def solution(input_data):
            return sum(input_data["values"])
        """
    for _ in range(3):
        m = bench.run(source, task)
        assert m.verdict is Verdict.PASS, m.reason


MESSAGES = {
    "contents": ("os.pwrite(1, b'message', 5000)", "os.pread(1, 7, 5000) != bytes(7)"),
    "times": ("os.utime(1, ns=(5, 5))", "os.stat(1).st_mtime_ns == 5"),
    "mode": ("os.fchmod(1, 0o123)", "os.stat(1).st_mode & 0o777 == 0o123"),
    "flags": ("fcntl.fcntl(1, fcntl.F_SETFL, os.O_APPEND)", "fcntl.fcntl(1, fcntl.F_GETFL) & os.O_APPEND"),
    "seals": (
        "fcntl.fcntl(1, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE)",
        "fcntl.fcntl(1, fcntl.F_GET_SEALS) & 8",
    ),
}


@pytest.mark.parametrize("name", MESSAGES)
def test_no_message_in_a_stream_reaches_the_next_process(bench: Bench, name: str) -> None:
    """Streams are used again while they are empty; a process must not find there what an earlier one has left."""
    leave, find = MESSAGES[name]
    # Each process is new, and gets either of two streams.
    source = f"""
        import fcntl, os
        def solution(input_data):
            for stream in (1, 2):
                if {find.replace("(1", "(stream")}:
                    raise ValueError("a message from before")
            for stream in (1, 2):
                try:
                    {leave.replace("(1", "(stream")}
                except PermissionError:
                    pass
            os._exit(0)
        """
    for _ in range(4):
        m = bench.run(source)
        assert m.reason == "correctness, seed 0: the process left with exit status 0 before it had answered"


def test_reading_the_reference_from_disk(bench: Bench) -> None:
    reference = bundled_root() / "numpy" / "pairwise-distance" / "reference.py"
    assert reference.is_file()
    m = bench.run(f"def solution(input_data):\n    return open({str(reference)!r}).read()\n")
    assert m.verdict is Verdict.RUNTIME_ERROR
    assert "Permission denied" in m.reason or "No such file" in m.reason


def test_thread_bomb(bench: Bench) -> None:
    start = "threading.Thread(target=time.sleep, args=(100,)).start()"
    m = bench.run(f"import threading, time\ndef solution(input_data):\n    while True:\n        {start}\n")
    assert m.verdict is Verdict.RUNTIME_ERROR, m.reason
    assert "can't start new thread" in m.reason


def test_threads_left_computing_are_flagged(bench: Bench) -> None:
    m = bench.run(
        """
        import threading
        def spin():
            while True:
                pass
        def solution(input_data):
            threading.Thread(target=spin).start()
            return sum(input_data["values"])
        """
    )
    assert m.verdict is Verdict.PASS, m.reason
    assert Flag.ASYNC_WORK in m.flags


def test_threads_left_sleeping_are_not_flagged(bench: Bench) -> None:
    m = bench.run(
        """
        import threading, time
        def solution(input_data):
            threading.Thread(target=time.sleep, args=(100,)).start()
            return sum(input_data["values"])
        """
    )
    assert m.verdict is Verdict.PASS, m.reason
    assert Flag.ASYNC_WORK not in m.flags


# --- tasks that allow subprocesses ---


def test_subprocess_where_the_task_allows_it(bench: Bench) -> None:
    m = bench.run(
        """
        import subprocess
        def solution(input_data):
            text = "+".join(map(str, input_data["values"]))
            return int(subprocess.run(["/bin/sh", "-c", f"echo $(({text}))"], capture_output=True).stdout)
        """,
        allowing(),
    )
    assert m.verdict is Verdict.PASS, m.reason


def test_processes_left_running_are_killed(bench: Bench) -> None:
    m = bench.run(
        """
        import os, subprocess, time
        def solution(input_data):
            subprocess.Popen(["/bin/sh", "-c", "sleep 1000 & sleep 1000"], start_new_session=False)
            if os.fork() == 0:
                os.closerange(3, 100)
                if os.fork() == 0:
                    time.sleep(1000)
                os._exit(0)
            return sum(input_data["values"])
        """,
        allowing(),
    )
    assert m.verdict is Verdict.PASS, m.reason


def test_fork_bomb_is_bounded_and_killed(bench: Bench) -> None:
    task = allowing(call_seconds=0.5)
    bench.warm(task)
    others = descendants(os.getpid())  # of other sessions
    most = 0
    began = time.monotonic()

    done = threading.Event()

    def watch() -> None:
        nonlocal most
        while not done.is_set():
            found = descendants(os.getpid()) - others
            # Of those found first, some may have ended and made room for others that were found last.
            most = max(most, sum(Path(f"/proc/{pid}").exists() for pid in found))
            time.sleep(0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        m = bench.run(
            """
            import os, time
            def solution(input_data):
                while True:
                    try:
                        os.fork()
                    except OSError:
                        time.sleep(100)
            """,
            task,
        )
    finally:
        done.set()
        watcher.join()
    assert m.verdict is Verdict.TIME_LIMIT, m.reason
    assert 10 < most < 600
    assert time.monotonic() - began < 60


def allowing(**limits: float) -> Task:
    return add_up(result=ResultPolicy(subprocesses=True), limits=limits)
