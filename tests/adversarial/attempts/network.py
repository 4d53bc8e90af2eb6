"""Sockets of every family, and channels between processes that are no files."""

from __future__ import annotations

import ctypes
import os
import socket
import struct

from attempt import Facts, Row, call, syscall

CONTROL = 3  # the socket to the host, which a candidate has
FAMILIES = {
    "TCP": (socket.AF_INET, socket.SOCK_STREAM, 0),
    "UDP": (socket.AF_INET, socket.SOCK_DGRAM, 0),
    "TCP over IPv6": (socket.AF_INET6, socket.SOCK_STREAM, 0),
    "UDP over IPv6": (socket.AF_INET6, socket.SOCK_DGRAM, 0),
    "raw IP": (socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    "Unix stream": (socket.AF_UNIX, socket.SOCK_STREAM, 0),
    "Unix datagram": (socket.AF_UNIX, socket.SOCK_DGRAM, 0),
    "netlink": (socket.AF_NETLINK, socket.SOCK_RAW, 0),
    "vsock": (40, socket.SOCK_STREAM, 0),
    "packet": (17, socket.SOCK_RAW, 0),
    "crypto": (38, socket.SOCK_SEQPACKET, 0),
    "bluetooth": (31, socket.SOCK_RAW, 1),
    "a family that nobody has": (99, socket.SOCK_STREAM, 0),
}
# What this kernel was built without.
ABSENT = ("through", "EAFNOSUPPORT", "ESOCKTNOSUPPORT", "EPROTONOSUPPORT")
LOOPBACK = struct.pack("=H", socket.AF_INET) + struct.pack(">H4s8x", 9, bytes([127, 0, 0, 1]))


def loopback_datagram(facts: Facts) -> None:
    """sendto opens no connection and needs none: only a socket, which the control socket would not be."""
    syscall("sendto", CONTROL, b"x", 1, 0, ctypes.create_string_buffer(LOOPBACK), len(LOOPBACK))


def shared_memory(facts: Facts) -> None:
    number = syscall("shmget", 0, 4096, 0o1600)
    syscall("shmctl", number, 0, 0)  # IPC_RMID


def semaphores(facts: Facts) -> None:
    number = syscall("semget", 0, 1, 0o1600)
    syscall("semctl", number, 0, 0, 0)


def messages(facts: Facts) -> None:
    number = syscall("msgget", 0, 0o1600)
    syscall("msgctl", number, 0, 0)


def queue(facts: Facts) -> None:
    name = f"effibench-{os.getpid()}".encode()
    os.close(syscall("mq_open", name, os.O_CREAT | os.O_RDWR, 0o600, None))
    syscall("mq_unlink", name)


def watch_files(facts: Facts) -> None:
    descriptor = syscall("inotify_init1", 0)
    syscall("inotify_add_watch", descriptor, facts.outside.encode(), 0x20)


def add_key(facts: Facts) -> None:
    """A key in the keyring of the session is seen by everybody in it."""
    syscall("add_key", b"user", b"effibench", b"x", 1, -2)  # of the process: it goes with it


TABLE = [
    *(
        Row(f"socket, {name}", lambda facts, family=family: syscall("socket", *family), outside=ABSENT)
        for name, family in FAMILIES.items()
    ),
    Row("pair of datagram sockets", lambda facts: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
    Row("pair of packet sockets", lambda facts: socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)),
    Row(
        "connect the control socket",
        lambda facts: syscall("connect", CONTROL, LOOPBACK, 16),
        outside="there is no such socket outside of the sandbox",
    ),
    call("connect", -1, LOOPBACK, 16, outside=("EBADF",)),
    call("bind", -1, LOOPBACK, 16, outside=("EBADF",)),
    call("listen", -1, 1, outside=("EBADF",)),
    call("accept", -1, None, None, outside=("EBADF",)),
    call("accept4", -1, None, None, 0, outside=("EBADF",)),
    Row("datagram to an address", loopback_datagram, outside=("EBADF", "ENOTSOCK")),
    Row("System V shared memory", shared_memory),
    Row("System V semaphores", semaphores),
    Row("System V messages", messages),
    Row("POSIX message queue", queue),
    Row("watch files", watch_files),
    call("fanotify_init", 0, 0, outside=("through", "ENOSYS")),
    call("fanotify_mark", -1, 1, 0x20, -100, b"/", outside=("EBADF", "ENOSYS")),
    Row("add_key", add_key),
    call("keyctl", 0, -1, 1, outside=("through",)),
    call("request_key", b"user", b"effibench-none", None, 0, outside=("ENOKEY", "ENOENT")),
]
