"""Takes away from a program what containers, older kernels or cautious distributions withhold, then starts it.

    python confine.py OPTIONS PROGRAM [ARGUMENT...]

OPTIONS is a JSON object, each key optional:

    refuse        groups of system calls (`GROUPS`) that a filter refuses from now on
    read_only     paths that become read-only, in a mount namespace of this program alone (root)
    capabilities  the only ones, by number, that are left (root)
    user          the user and group to become (root)

What is withheld is withheld by the kernel, so that the program meets the very answers it would meet there. A kernel
without Landlock answers ENOSYS, Docker answers EPERM, or ENOSYS to clone3, whose flags a filter cannot read.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import struct
import sys

X86 = platform.machine() == "x86_64"
# Name -> number on x86-64, on aarch64. None: it does not exist there.
NUMBERS = {
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "keyctl": (250, 219),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "landlock_create_ruleset": (444, 444),
    "move_mount": (429, 429),
    "open_tree": (428, 428),
    "fsopen": (430, 430),
    "fsmount": (432, 432),
    "mount_setattr": (442, 442),
    "io_uring_setup": (425, 425),
    "clone": (56, 220),
    "clone3": (435, 435),
    "seccomp": (317, 277),
    "capset": (126, 91),
}
_MOUNTS = ("mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen", "fsmount", "mount_setattr")
_RARE = ("keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup")
# Group -> calls with the errno of the refusal; "clone" is refused only where it asks for a namespace.
GROUPS: dict[str, dict[str, int]] = {
    "namespaces": {"unshare": errno.EPERM, "clone": errno.EPERM, "clone3": errno.ENOSYS},
    "mounts": dict.fromkeys((*_MOUNTS, "setns"), errno.EPERM),
    "rare": dict.fromkeys(_RARE, errno.EPERM),
    "landlock": {"landlock_create_ruleset": errno.ENOSYS},
}
CLONE_NEW = 0x7E020000
CLONE_NEWNS = 0x20000
_LOAD, _EQUAL, _SET, _RETURN = 0x20, 0x15, 0x45, 0x06  # BPF: LD|W|ABS, JMP|JEQ|K, JMP|JSET|K, RET|K
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_NUMBER_AT, _FLAGS_AT = 0, 16  # in struct seccomp_data
_MS_RDONLY, _MS_REMOUNT, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 32, 4096, 16384, 1 << 18
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _SET_MODE_FILTER = 24, 38, 1
_CAPABILITY_VERSION_3 = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def number(name: str) -> int:
    """The number of a system call on this machine."""
    return NUMBERS[name][0 if X86 else 1]


def checked(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def filter_program(groups: list[str]) -> bytes:
    """The BPF program that refuses these groups and lets everything else pass."""
    lines = [struct.pack("HBBI", _LOAD, 0, 0, _NUMBER_AT)]
    for group in groups:
        for name, code in GROUPS[group].items():
            refusal = struct.pack("HBBI", _RETURN, 0, 0, _ERRNO | code)
            if name == "clone":
                lines += [
                    struct.pack("HBBI", _EQUAL, 0, 4, number(name)),
                    struct.pack("HBBI", _LOAD, 0, 0, _FLAGS_AT),
                    struct.pack("HBBI", _SET, 0, 1, CLONE_NEW),
                    refusal,
                    struct.pack("HBBI", _RETURN, 0, 0, _ALLOW),
                ]
            else:
                lines += [struct.pack("HBBI", _EQUAL, 0, 1, number(name)), refusal]
    return b"".join([*lines, struct.pack("HBBI", _RETURN, 0, 0, _ALLOW)])


def install(program: bytes) -> None:
    """Puts a filter on this process. Without CAP_SYS_ADMIN that takes no_new_privs."""
    if os.geteuid() != 0:
        checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)")
    lines = ctypes.create_string_buffer(program, len(program))
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(lines)))
    checked(_libc.syscall(number("seccomp"), _SET_MODE_FILTER, 0, header), "seccomp")


def make_read_only(paths: list[str]) -> None:
    """Covers each path, and what is mounted below it, by read-only copies that only this process sees."""
    checked(_libc.unshare(CLONE_NEWNS), "unshare(CLONE_NEWNS)")
    checked(_libc.mount(None, b"/", None, _MS_REC | _MS_PRIVATE, None), "make the mounts private")
    with open("/proc/self/mountinfo") as table:  # noqa: PTH123 (starts in milliseconds)
        points = [line.split()[4] for line in table]
    for path in paths:
        for point in [place for place in points if place == path or place.startswith(path + "/")]:
            name = point.encode()
            checked(_libc.mount(name, name, None, _MS_BIND, None), f"bind {point}")
            checked(
                _libc.mount(None, name, None, _MS_BIND | _MS_REMOUNT | _MS_RDONLY, None), f"remount {point}"
            )


def keep_capabilities(numbers: list[int]) -> None:
    """Gives up all other capabilities, also for what is executed later."""
    with open("/proc/sys/kernel/cap_last_cap") as file:  # noqa: PTH123
        last = int(file.read())
    for capability in set(range(last + 1)) - set(numbers):
        checked(_libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0), "prctl(PR_CAPBSET_DROP)")
    mask = sum(1 << capability for capability in numbers)
    low, high = mask & 0xFFFFFFFF, mask >> 32
    header = ctypes.create_string_buffer(struct.pack("Ii", _CAPABILITY_VERSION_3, 0))
    data = ctypes.create_string_buffer(struct.pack("6I", low, low, 0, high, high, 0))
    checked(_libc.syscall(number("capset"), header, data), "capset")


def main() -> None:
    options = json.loads(sys.argv[1])
    if options.get("read_only"):
        make_read_only(options["read_only"])
    if options.get("refuse"):
        install(filter_program(options["refuse"]))
    if "capabilities" in options:
        keep_capabilities(options["capabilities"])
    if "user" in options:
        os.setgroups([])
        os.setresgid(*[options["user"]] * 3)
        os.setresuid(*[options["user"]] * 3)
    os.execv(sys.argv[2], sys.argv[2:])


if __name__ == "__main__":
    main()
