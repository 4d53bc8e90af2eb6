"""Other processes: their memory, environment, descriptors and state; signals; new processes and programs."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import subprocess
from pathlib import Path

from attempt import Facts, Row, call, syscall

HIDDEN = ("EACCES", "EPERM", "ENOENT")  # ENOENT: a pid namespace shows nobody else
# What separates it from the host: as an ordinary user without any of these it is the host's equal.
APART = ("landlock", "pid_namespace", "separate_user", "root")
CLONES = {
    "fork": signal.SIGCHLD,
    "CLONE_PARENT": 0x8000 | signal.SIGCHLD,
    "CLONE_UNTRACED": 0x800000 | signal.SIGCHLD,
    "CLONE_FILES": 0x400 | signal.SIGCHLD,
    "no signal": 0,
    "CLONE_NEWNS": 0x20000 | signal.SIGCHLD,
    "CLONE_NEWCGROUP": 0x2000000 | signal.SIGCHLD,
    "CLONE_NEWUTS": 0x4000000 | signal.SIGCHLD,
    "CLONE_NEWIPC": 0x8000000 | signal.SIGCHLD,
    "CLONE_NEWUSER": 0x10000000 | signal.SIGCHLD,
    "CLONE_NEWPID": 0x20000000 | signal.SIGCHLD,
    "CLONE_NEWNET": 0x40000000 | signal.SIGCHLD,
}
# Threads must go on working, so this one passes the filter unless it asks for a namespace.
THREAD_IN_NEW_NAMESPACE = 0x100 | 0x800 | 0x10000 | 0x10000000  # VM | SIGHAND | THREAD | NEWUSER


def read(path: str, size: int = 16) -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123
        return file.read(size)


def memory_of(pid: int, mode: str) -> None:
    """Reads a page that every process has; opening for reading and writing needs the same right."""
    place = int(Path(f"/proc/{pid}/maps").read_text().partition("-")[0], 16) if mode == "maps" else 0
    with open(f"/proc/{pid}/mem", "r+b" if mode == "write" else "rb", buffering=0) as file:  # noqa: PTH123
        if place:
            file.seek(place)
            file.read(16)


def vector(call_name: str, pid: int) -> None:
    """process_vm_readv or _writev of nothing at all: only the right to do it is asked for."""
    syscall(call_name, pid, None, 0, None, 0, 0)


def clone(flags: int) -> None:
    """A raw clone that works like fork; the copy ends at once."""
    pid = syscall("clone", int(flags), 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    if flags & 0xFF and not flags & 0x8000:
        os.waitpid(pid, 0)


def fork(facts: Facts) -> None:
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def spawn(facts: Facts) -> None:
    os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)


def run_by_descriptor(facts: Facts) -> None:
    """Not a program that could run, so that the control stays what it is."""
    program = Path("program")
    os.close(os.open(program, os.O_WRONLY | os.O_CREAT, 0o700))
    program.write_bytes(b"no program")
    descriptor = os.open(program, os.O_RDONLY)
    program.unlink()
    arguments = ctypes.create_string_buffer(struct.pack("P", 0))
    syscall("execveat", descriptor, b"", arguments, arguments, 0x1000)


def multiprocess(facts: Facts) -> None:
    import multiprocessing

    child = multiprocessing.get_context("fork").Process(target=int)
    child.start()
    child.join()


def clone3(facts: Facts) -> None:
    arguments = ctypes.create_string_buffer(struct.pack("8Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0))
    pid = syscall("clone3", arguments, 64)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def signal_file_owner(facts: Facts) -> None:
    """A file's owner is sent any signal when something happens to it, without a kill."""
    import fcntl

    reader, _ = os.pipe()
    fcntl.fcntl(reader, fcntl.F_SETOWN, facts.host)


def siginfo() -> ctypes.Array[ctypes.c_char]:
    return ctypes.create_string_buffer(struct.pack("iii", 0, 0, -1), 128)  # SI_QUEUE


TABLE = [
    Row("memory of the host, /proc/PID/mem", lambda facts: memory_of(facts.host, "maps"), HIDDEN, needs=APART),
    Row("memory of the host, writable", lambda facts: memory_of(facts.host, "write"), HIDDEN, needs=APART),
    Row("memory of the parent", lambda facts: memory_of(os.getppid(), "read"), HIDDEN),
    Row("environment of the host", lambda facts: read(f"/proc/{facts.host}/environ"), HIDDEN, needs=APART),
    Row("environment of the parent", lambda facts: read(f"/proc/{os.getppid()}/environ"), HIDDEN),
    Row("memory map of the host", lambda facts: read(f"/proc/{facts.host}/maps"), HIDDEN, needs=APART),
    Row("descriptors of the host", lambda facts: os.readlink(f"/proc/{facts.host}/fd/0"), HIDDEN, needs=APART),  # noqa: PTH115
    Row("stdin of the host", lambda facts: os.open(f"/proc/{facts.host}/fd/0", os.O_RDWR), HIDDEN, needs=APART),
    Row("folder of the host", lambda facts: os.listdir(f"/proc/{facts.host}/cwd/"), HIDDEN, needs=APART),  # noqa: PTH208
    Row("system call of the host", lambda facts: read(f"/proc/{facts.host}/syscall"), HIDDEN, needs=APART),
    Row("process_vm_readv", lambda facts: vector("process_vm_readv", facts.host)),
    Row("process_vm_writev", lambda facts: vector("process_vm_writev", facts.host)),
    Row("ptrace attach", lambda facts: syscall("ptrace", 0x4206, facts.host, 0, 0)),  # PTRACE_SEIZE
    Row("ptrace traceme", lambda facts: syscall("ptrace", 0, 0, 0, 0)),
    Row("kcmp", lambda facts: syscall("kcmp", facts.host, facts.host, 1, 0, 0)),
    Row("pidfd_open", lambda facts: syscall("pidfd_open", facts.host, 0)),
    call("pidfd_getfd", -1, 0, 0, outside=("EBADF",)),
    call("pidfd_send_signal", -1, 0, None, 0, outside=("EBADF",)),
    call("process_madvise", -1, None, 0, 0, 0, outside=("EBADF",)),
    call("process_mrelease", -1, 0, outside=("EBADF",)),
    Row("kill the host", lambda facts: os.kill(facts.host, 0)),
    Row("kill the parent", lambda facts: os.kill(os.getppid(), 0)),
    Row("kill process 1", lambda facts: os.kill(1, 0)),
    Row("kill the own group", lambda facts: os.kill(0, 0)),
    Row("kill everybody", lambda facts: os.kill(-1, 0)),
    Row("kill another group", lambda facts: os.killpg(facts.host, 0)),
    Row("tgkill", lambda facts: syscall("tgkill", facts.host, facts.host, 0)),
    Row("tkill", lambda facts: syscall("tkill", facts.host, 0)),
    Row(
        "rt_sigqueueinfo",
        lambda facts: syscall("rt_sigqueueinfo", facts.host, 0, siginfo()),
    ),
    Row(
        "rt_tgsigqueueinfo",
        lambda facts: syscall("rt_tgsigqueueinfo", facts.host, facts.host, 0, siginfo()),
    ),
    Row("signal through a file's owner", signal_file_owner),
    Row("fork", fork),
    Row("vfork", lambda facts: subprocess.run(["/bin/true"], check=True)),
    Row("bare vfork", lambda facts: syscall("vfork"), outside="parent and child would share one stack"),
    Row("posix_spawn", spawn),
    Row("multiprocessing", multiprocess),
    Row("system", lambda facts: subprocess.run("true", shell=True, check=True)),
    *(Row(f"clone, {name}", lambda facts, flags=flags: clone(flags)) for name, flags in CLONES.items()),
    Row(
        "clone, a thread in a namespace",
        lambda facts: syscall("clone", THREAD_IN_NEW_NAMESPACE, 0, 0, 0, 0),
        outside=("EINVAL",),
    ),
    Row("clone3", clone3, ("ENOSYS",)),
    Row("execve", lambda facts: os.execv("/nowhere", ["nowhere"]), outside=("ENOENT",)),
    Row("execveat", run_by_descriptor, outside=("ENOEXEC",)),
    call("setsid"),
    call("setpgid", 0, 0),
]  # fmt: skip
