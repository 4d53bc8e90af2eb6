"""What all attempts share.

An attempt is a function that tries something forbidden and returns if it got through; a refusal leaves it as an
OSError. It looks at the effect where a call could succeed without one. The same text runs inside of the sandbox and, as
a control, outside; so it needs nothing but the standard library.
"""

from __future__ import annotations

import ctypes
import errno
import platform
from collections.abc import Callable
from typing import NamedTuple

X86 = platform.machine() == "x86_64"
THROUGH = "through"
# Name -> number on x86-64, on aarch64 (None: not there). From 424 on they are the same everywhere.
NUMBERS: dict[str, tuple[int, int | None]] = {
    "accept": (43, 202), "accept4": (288, 242), "acct": (163, 89), "add_key": (248, 217), "adjtimex": (159, 171),
    "bind": (49, 200), "bpf": (321, 280), "capset": (126, 91), "chroot": (161, 51), "clock_adjtime": (305, 266),
    "clock_settime": (227, 112), "clone": (56, 220), "connect": (42, 203), "delete_module": (176, 106),
    "execveat": (322, 281), "fanotify_init": (300, 262), "fanotify_mark": (301, 263), "finit_module": (313, 273),
    "fork": (57, None), "getpid": (39, 172), "init_module": (175, 105), "inotify_add_watch": (254, 27),
    "inotify_init1": (294, 26), "ioperm": (173, None), "iopl": (172, None), "ioprio_set": (251, 30),
    "kcmp": (312, 272), "kexec_file_load": (320, 294), "kexec_load": (246, 104), "keyctl": (250, 219),
    "kill": (62, 129), "listen": (50, 201), "mbind": (237, 235), "migrate_pages": (256, 238), "modify_ldt": (154, None),
    "mount": (165, 40), "move_pages": (279, 239), "mq_open": (240, 180), "mq_unlink": (241, 181), "msgctl": (71, 187),
    "msgget": (68, 186), "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241), "personality": (135, 92), "pivot_root": (155, 41), "prctl": (157, 167),
    "prlimit64": (302, 261), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "ptrace": (101, 117),
    "quotactl": (179, 60), "reboot": (169, 142), "request_key": (249, 218), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "seccomp": (317, 277), "semctl": (66, 191),
    "semget": (64, 190), "sendto": (44, 206), "set_mempolicy": (238, 237), "setdomainname": (171, 162),
    "sethostname": (170, 161), "setns": (308, 268), "setpgid": (109, 154), "setpriority": (141, 140),
    "setrlimit": (160, 164), "setsid": (112, 157), "settimeofday": (164, 170), "shmctl": (31, 195),
    "shmget": (29, 194), "socket": (41, 198), "socketpair": (53, 199), "swapoff": (168, 225), "swapon": (167, 224),
    "syslog": (103, 116), "tgkill": (234, 131), "tkill": (200, 130), "umount2": (166, 39), "unshare": (272, 97),
    "userfaultfd": (323, 282), "vfork": (58, None), "vhangup": (153, 58),
}  # fmt: skip
NUMBERS.update(
    (name, (number, number))
    for name, number in {
        "pidfd_send_signal": 424, "io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427,
        "open_tree": 428, "move_mount": 429, "fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433,
        "pidfd_open": 434, "clone3": 435, "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442,
        "quotactl_fd": 443, "memfd_secret": 447, "process_mrelease": 448, "set_mempolicy_home_node": 450,
        "fchmodat2": 452, "statmount": 457, "listmount": 458, "lsm_set_self_attr": 460, "setxattrat": 463,
        "open_tree_attr": 467, "file_setattr": 469,
    }.items()
)  # fmt: skip
AT_FDCWD = -100

_libc = ctypes.CDLL(None, use_errno=True)


class Facts(NamedTuple):
    """What an attempt is told about the world.

    Attributes:
        host: pid of the process that started the sandbox, as seen from outside.
        outside: a folder outside of the sandbox that everybody may write to; in it `file` and, closed to others than
            its owner, `private`.
        library: a file that may be read, and that belongs to the user who started the sandbox.
    """

    host: int
    outside: str
    library: str


class Row(NamedTuple):
    """One line of the table.

    Attributes:
        name: what is tried.
        attempt: the function.
        refused: the errnos that may come out in the sandbox; or, instead, the signal that ends the process.
        outside: what the same attempt leads to as root outside of the sandbox, so that it is known to be real; an
            errno that only comes after the permission checks proves as much as success. A text with blanks says why it
            cannot be tried there.
        needs: protections one of which must be on for the refusal to be promised; none = it is promised everywhere.
    """

    name: str
    attempt: Callable[[Facts], object]
    refused: tuple[str, ...] = ("EPERM",)
    outside: tuple[str, ...] | str = (THROUGH,)
    needs: tuple[str, ...] = ()


def syscall(name: str | int, *arguments: int | bytes | ctypes.Array[ctypes.c_char] | None) -> int:
    """Makes a system call by its name or number; raises the OSError that it fails with."""
    number = NUMBERS[name][0 if X86 else 1] if isinstance(name, str) else name
    if number is None:
        raise OSError(errno.EPERM, f"{name} does not exist on this machine")
    words = [ctypes.c_long(item) if isinstance(item, int) else item for item in arguments]
    ctypes.set_errno(0)
    result = int(_libc.syscall(ctypes.c_long(number), *words))
    if result == -1:
        raise OSError(ctypes.get_errno(), f"{name}")
    return result


def call(
    name: str,
    *arguments: int | bytes | None,
    outside: tuple[str, ...] | str = (THROUGH,),
    refused: tuple[str, ...] = ("EPERM",),
) -> Row:
    """A row for a bare system call."""
    return Row(name, lambda facts: syscall(name, *arguments), refused, outside)


def outcome(row: Row, facts: Facts) -> str:
    """What became of an attempt: `through`, the name of an errno, or another exception in words."""
    try:
        row.attempt(facts)
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, str(error))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return THROUGH
