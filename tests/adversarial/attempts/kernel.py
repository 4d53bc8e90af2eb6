"""The kernel's rarer doors, namespaces and mounts, the machine's settings, and other architectures' calls."""

from __future__ import annotations

import ctypes
import mmap
import os
import struct

from attempt import AT_FDCWD, X86, Facts, Row, call, syscall

NEW = {
    "user": 0x10000000,
    "mount": 0x20000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "ipc": 0x8000000,
    "uts": 0x4000000,
    "cgroup": 0x2000000,
    "time": 0x80,
    "files only": 0x400,
}
ALLOW_ALL = struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000)
NO_ADDRESS = "EFAULT"
X32 = 0x40000000


def filter_of(text: bytes) -> tuple[ctypes.Array[ctypes.c_char], ctypes.Array[ctypes.c_char]]:
    lines = ctypes.create_string_buffer(text, len(text))
    return ctypes.create_string_buffer(struct.pack("HxxxxxxP", 1, ctypes.addressof(lines))), lines


def second_filter(facts: Facts) -> None:
    program, _lines = filter_of(ALLOW_ALL)
    syscall("seccomp", 1, 0, program)


def second_filter_by_prctl(facts: Facts) -> None:
    program, _lines = filter_of(ALLOW_ALL)
    syscall("prctl", 22, 2, program)


def perf(facts: Facts) -> None:
    attributes = ctypes.create_string_buffer(struct.pack("IIQ", 1, 112, 0), 112)  # a software clock
    syscall("perf_event_open", attributes, 0, -1, -1, 0)


def bpf_map(facts: Facts) -> None:
    attributes = ctypes.create_string_buffer(struct.pack("IIII", 2, 4, 4, 1), 64)  # an array of one
    syscall("bpf", 0, attributes, 64)


def ring(facts: Facts) -> None:
    syscall("io_uring_setup", 1, ctypes.create_string_buffer(120))


def join_own_namespace(facts: Facts) -> None:
    descriptor = os.open("/proc/self/ns/uts", os.O_RDONLY)
    syscall("setns", descriptor, 0)


def handle(facts: Facts) -> None:
    place = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    mount = ctypes.create_string_buffer(4)
    syscall("name_to_handle_at", AT_FDCWD, b".", place, mount, 0)


def machine_code(code: bytes) -> int:
    """Runs code of our own, as any candidate can."""
    page = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(address)())


def call_of_32_bits(facts: Facts) -> None:
    # push rbx; mov eax, 20 (getpid); int 0x80; pop rbx; ret
    found = machine_code(bytes.fromhex("53b814000000cd805bc3"))
    if found != os.getpid():
        raise OSError(-found, "getpid by int 0x80")


# These end the process, so each is tried alone.
DEADLY = (
    [
        Row("a 32-bit system call", call_of_32_bits, ("SIGSYS",), ("through", "ENOSYS")),
        Row("an x32 system call", lambda facts: syscall(X32 + 39), ("SIGSYS",), ("through", "ENOSYS")),
        Row("the last x32 system call", lambda facts: syscall(0x7FFFFFFF), ("SIGSYS",), ("ENOSYS",)),
    ]
    if X86
    else []
)

TABLE = [
    Row("seccomp", second_filter),
    Row("seccomp by prctl", second_filter_by_prctl),
    Row("seccomp, a question", lambda facts: syscall("seccomp", 2, 0, struct.pack("I", 0x7FFF0000))),
    Row("perf_event_open", perf),
    Row("bpf", bpf_map),
    Row("io_uring", ring, outside=("through", "ENOSYS", "EPERM")),
    call("io_uring_enter", -1, 0, 0, 0, None, 0, outside=("EBADF", "ENOSYS")),
    call("io_uring_register", -1, 0, None, 0, outside=("EBADF", "EINVAL", "ENOSYS")),
    call("userfaultfd", 1, outside=("through", "ENOSYS")),
    call("memfd_secret", 0, outside=("through", "ENOSYS")),
    call("personality", 0xFFFFFFFF),
    Row("personality, ADDR_NO_RANDOMIZE", lambda facts: syscall("personality", 0x40000)),
    call("lsm_set_self_attr", 0, None, 0, 0, outside=("EOPNOTSUPP", "EINVAL", "ENOSYS", NO_ADDRESS)),
    call("syslog", 10, None, 0),  # the size of the log
    *(Row(f"unshare, {name}", lambda facts, flag=flag: syscall("unshare", flag)) for name, flag in NEW.items()),
    Row("setns", join_own_namespace),
    Row("mount", lambda facts: syscall("mount", b"x", b"/nowhere", b"tmpfs", 0, None), outside=("ENOENT",)),
    call("umount2", b"/nowhere", 0, outside=("ENOENT",)),
    call("pivot_root", b"/nowhere", b"/nowhere", outside=("ENOENT",)),
    call("chroot", b"."),
    call("open_tree", AT_FDCWD, b".", 0),
    call("open_tree_attr", AT_FDCWD, b".", 0, None, 0, outside=("through", "EINVAL", "ENOSYS")),
    call("move_mount", AT_FDCWD, b"/nowhere", AT_FDCWD, b"/nowhere", 0, outside=("ENOENT",)),
    call("fsopen", b"tmpfs", 0),
    call("fsconfig", -1, 0, None, None, 0, outside=("EINVAL", "EBADF")),
    call("fsmount", -1, 0, 0, outside=("EBADF",)),
    call("fspick", AT_FDCWD, b"/nowhere", 0, outside=("ENOENT",)),
    call("mount_setattr", -1, b"x", 0, None, 0, outside=("EINVAL",)),
    call("statmount", None, None, 0, 0, outside=(NO_ADDRESS, "ENOSYS", "EINVAL")),
    call("listmount", None, None, 0, 0, outside=(NO_ADDRESS, "ENOSYS", "EINVAL")),
    call("clock_settime", 1, struct.pack("qq", 0, 0), outside=("EINVAL",)),  # the monotonic clock
    call("settimeofday", None, None),
    call("adjtimex", bytes(208)),  # sets nothing
    call("clock_adjtime", 0, bytes(208)),
    call("sethostname", None, -1, outside=("EINVAL",)),
    call("setdomainname", None, -1, outside=("EINVAL",)),
    call("swapon", b"/nowhere", 0, outside=("ENOENT",)),
    call("swapoff", b"/nowhere", outside=("ENOENT",)),
    call("reboot", 0, 0, 0, None, outside=("EINVAL",)),
    call("kexec_load", 0, 0, None, 0xFFFFFFFF, outside=("EINVAL", "ENOSYS")),
    call("kexec_file_load", -1, -1, 0, None, 0xFFFFFFFF, outside=("EINVAL", "ENOSYS")),
    call("init_module", None, 0, b"", outside=("ENOEXEC", "ENOSYS")),
    call("finit_module", -1, b"", 0, outside=("EBADF", "ENOSYS")),
    call("delete_module", b"effibench_nothing", 0, outside=("ENOENT", "ENOSYS")),
    call("acct", b"/nowhere", outside=("ENOENT", "ENOSYS")),
    call("quotactl", 0x80000100, None, 0, None, outside=("through", "ENOSYS")),  # Q_SYNC
    call("quotactl_fd", -1, 0x80000100, 0, None, outside=("EBADF", "ENOSYS")),
    call("vhangup", outside="it would hang up the terminal of whoever runs the tests"),
    Row("name_to_handle_at", handle, outside=("through", "EOPNOTSUPP")),
    call("open_by_handle_at", -1, bytes(8), 0, outside=("EINVAL", "EBADF")),
    *(
        [
            call("iopl", 0, outside=("through", "ENOSYS")),
            call("ioperm", 0, 0, 0, outside=("EINVAL", "through", "ENOSYS")),
            call("modify_ldt", 0, None, 0, outside=("through", "ENOSYS")),
        ]
        if X86
        else []
    ),
]  # fmt: skip
