"""POSIX shared memory and named semaphores: they work, belong to one process, and /dev/shm stays shut."""

from __future__ import annotations

import pytest
from benches import Bench
from leftovers import nothing_left

from effibench.tasks.task import LiteralCase, ResultPolicy, Task
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session

# What each candidate here returns unless something is wrong; three processes run it.
FINE = "def solution(input_data):\n    return 'fine'\n"

SEMAPHORES = """
import multiprocessing
from multiprocessing.pool import ThreadPool

def solution(input_data):
    with ThreadPool(2) as pool:
        assert pool.map(str, range(3)) == ["0", "1", "2"]
    lock = multiprocessing.Lock()
    with lock:
        assert not lock.acquire(block=False)
    return "fine"
"""

SHARED_MEMORY = """
import _posixshmem, mmap, os

try:
    _posixshmem.shm_open("/known", os.O_RDWR)
    found = "an earlier process has left something"
except FileNotFoundError:
    found = ""

def solution(input_data):
    global found
    if found:
        return found if found != "mine" else "fine"
    found = "mine"
    made = _posixshmem.shm_open("/known", os.O_CREAT | os.O_EXCL | os.O_RDWR, mode=0o600)
    os.ftruncate(made, 100)
    first, second = (mmap.mmap(_posixshmem.shm_open("/known", os.O_RDWR), 100) for _ in range(2))
    first[0] = 7
    return "fine" if second[0] == 7 else "not shared"
"""

NAMES = """
import _posixshmem, ctypes, os

libc = ctypes.CDLL(None, use_errno=True)
libc.sem_open.restype = ctypes.c_void_p

def error_of(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return error.errno

def solution(input_data):
    import errno
    assert error_of(_posixshmem.shm_open, "/a/b", os.O_RDWR) == errno.EINVAL
    assert error_of(_posixshmem.shm_open, "/", os.O_RDWR) == errno.EINVAL
    assert error_of(_posixshmem.shm_open, "/" + "x" * 300, os.O_RDWR) == errno.ENAMETOOLONG
    assert error_of(_posixshmem.shm_unlink, "/missing") == errno.ENOENT
    create, exclusive = os.O_CREAT, os.O_CREAT | os.O_EXCL
    assert libc.sem_open(b"/sem", 0) is None and ctypes.get_errno() == errno.ENOENT
    made = libc.sem_open(b"/sem", exclusive, 0o600, 2)
    assert made is not None
    assert libc.sem_open(b"/sem", exclusive, 0o600, 2) is None and ctypes.get_errno() == errno.EEXIST
    again = libc.sem_open(b"/sem", create, 0o600, 99)  # it exists, so its value stays
    value = ctypes.c_int()
    assert libc.sem_trywait(ctypes.c_void_p(made)) == 0
    assert libc.sem_getvalue(ctypes.c_void_p(again), ctypes.byref(value)) == 0 and value.value == 1
    assert libc.sem_close(ctypes.c_void_p(made)) == libc.sem_close(ctypes.c_void_p(again)) == 0
    assert libc.sem_unlink(b"/sem") == 0 and libc.sem_unlink(b"/sem") == -1
    assert os.listdir(os.environ["TMPDIR"]) == []
    return "fine"
"""

SHUT = """
import os

def solution(input_data):
    try:
        os.close(os.open("/dev/shm/effibench-test", os.O_CREAT | os.O_RDWR, 0o600))
    except OSError:
        return "fine"
    os.unlink("/dev/shm/effibench-test")
    return "written"
"""

PROCESSES = """
import multiprocessing
from multiprocessing import shared_memory

def fill(name, lock, queue, number):
    with lock:
        memory = shared_memory.SharedMemory(name=name)
        memory.buf[number] = number
        memory.close()
    queue.put(number)

def solution(input_data):
    lock, queue = multiprocessing.Lock(), multiprocessing.Queue()
    memory = shared_memory.SharedMemory(create=True, size=8)
    workers = [multiprocessing.Process(target=fill, args=(memory.name, lock, queue, number)) for number in (1, 2)]
    for worker in workers:
        worker.start()
    assert sorted(queue.get() for _ in workers) == [1, 2]
    for worker in workers:
        worker.join()
    found = bytes(memory.buf[:3])
    memory.close()
    memory.unlink()
    return "fine" if found == bytes([0, 1, 2]) else repr(found)
"""


def fine(*, subprocesses: bool = False) -> Task:
    return Task.make(
        "test/fine",
        reference=FINE,
        cases=[LiteralCase(input={"case": number}) for number in range(3)],
        result=ResultPolicy(subprocesses=subprocesses),
    )


@pytest.mark.parametrize("source", [SEMAPHORES, NAMES, SHUT], ids=["semaphores", "names", "shut"])
def test_in_one_process(bench: Bench, source: str) -> None:
    m = bench.run(source, fine())
    assert m.passed, m.reason


def test_each_process_has_its_own(bench: Bench) -> None:
    m = bench.run(SHARED_MEMORY, fine())
    assert m.passed, m.reason


def test_between_processes_of_one_candidate(bench: Bench) -> None:
    m = bench.run(PROCESSES, fine(subprocesses=True))
    assert m.passed, m.reason


@pytest.mark.parametrize("disable", [("namespaces",), ("namespaces", "cgroup", "separate_user")])
def test_without_namespaces(disable: tuple[str, ...]) -> None:
    with Session(disable=disable, lane_wait_seconds=60.0) as session:
        assert isinstance(session.executor, NativeExecutor)
        assert session.time(FINE, fine()).passed
        with nothing_left(session.executor):
            for source in (SEMAPHORES, NAMES, SHUT):
                m = session.time(source, fine())
                assert m.passed, m.reason
