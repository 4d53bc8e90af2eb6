"""Files outside of the scratch folder: reading, writing, changing what is known about them."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

from attempt import AT_FDCWD, Facts, Row, syscall

DENIED = ("EACCES", "EPERM", "EROFS")
ACROSS = (*DENIED, "EXDEV")  # Landlock's answer to moving across folders
UNSEEN = (*DENIED, "ENOENT")
NOT_ROOT = ("landlock", "separate_user", "ordinary_user")
# What separates it from the host: as an ordinary user without any of these it is the host's equal.
APART = ("landlock", "pid_namespace", "separate_user", "root")
# Whoever may write to it by its mode is still kept out by one of these.
KEPT_OUT = ("landlock", "read_only_root")
# It belongs to the user who runs the host.
OWNED = (*KEPT_OUT, "separate_user")


def file_of(facts: Facts) -> Path:
    return Path(facts.outside) / "file"


def private_of(facts: Facts) -> Path:
    return Path(facts.outside) / "private"


def read_other_scratch(facts: Facts) -> None:
    """Folders of the other slots, one of which a judge or an earlier candidate has."""
    refusal: OSError | None = None
    for number in range(64):
        folder = Path.cwd().parent / f"slot-{number}"
        if folder == Path.cwd():
            continue
        try:
            list(folder.iterdir())
        except FileNotFoundError:
            continue
        except OSError as error:
            refusal = error
        else:
            return
    if refusal is None:
        raise RuntimeError("there is no other slot")
    raise refusal


def write_other_scratch(facts: Facts) -> None:
    (Path.cwd().parent / "slot-63").mkdir()


def write(path: str | Path, text: str = "0") -> None:
    with open(path, "r+") as file:  # noqa: PTH123
        file.write(text)


def write_through_link(facts: Facts) -> None:
    link = Path("link")
    link.unlink(missing_ok=True)
    link.symlink_to(file_of(facts))
    write(link)


def write_through_hard_link(facts: Facts) -> None:
    link = Path("hard-link")
    link.unlink(missing_ok=True)
    link.hardlink_to(file_of(facts))
    write(link)


def truncate_while_reading(facts: Facts) -> None:
    """The kernel truncates for whoever may write by the file's mode, also where it is opened for reading."""
    os.close(os.open(facts.library, os.O_RDONLY | os.O_TRUNC))
    if Path(facts.library).stat().st_size:
        raise RuntimeError("nothing was truncated")


def attribute(facts: Facts) -> None:
    os.setxattr(file_of(facts), "user.effibench", b"x")


def owner(facts: Facts) -> None:
    facts_of = file_of(facts).stat()
    os.chown(file_of(facts), facts_of.st_uid, facts_of.st_gid)


def library_mode_by_descriptor(facts: Facts) -> None:
    os.fchmod(os.open(facts.library, os.O_RDONLY), 0o606)


def library_flags(facts: Facts) -> None:
    """`chattr +d`: for the owner of a file it is enough that it is open for reading."""
    descriptor = os.open(facts.library, os.O_RDONLY)
    flags = struct.unpack("I", fcntl.ioctl(descriptor, 0x80086601, bytes(4)))[0]
    fcntl.ioctl(descriptor, 0x40086602, struct.pack("I", flags ^ 0x40))


def effective(
    path_of: Callable[[Facts], Path], attempt: Callable[[Facts], object]
) -> Callable[[Facts], None]:
    """The attempt, refused if nothing has changed although it was said to have succeeded."""

    def checked(facts: Facts) -> None:
        before = known(path_of(facts))
        attempt(facts)
        if known(path_of(facts)) == before:
            raise PermissionError(errno.EPERM, "said to be done, and not done")

    return checked


def known(path: Path) -> tuple[object, ...]:
    found = path.stat()
    return found.st_mode, found.st_uid, found.st_gid, found.st_mtime_ns, found.st_ctime_ns, os.listxattr(path)


def library_of(facts: Facts) -> Path:
    return Path(facts.library)


def leave_in_tmp(facts: Facts) -> None:
    folder = Path(f"/tmp/effibench-{os.getpid()}")
    folder.mkdir()
    folder.rmdir()


def fifo(facts: Facts) -> None:
    os.mkfifo(Path(facts.outside) / "fifo")


def device(facts: Facts) -> None:
    os.mknod("device", 0o20600, os.makedev(1, 1))


def limit_of_group(facts: Facts) -> None:
    """Leaving the control group: by its own file, wherever it is mounted."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        point = line.split()[4]
        if line.partition(" - ")[2].startswith("cgroup"):
            Path(point, "cgroup.procs").write_text("0")


def core_pattern(facts: Facts) -> None:
    """Opened, not written: whoever could write it would run a program as root."""
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))


def oom_score(facts: Facts) -> None:
    os.close(os.open(f"/proc/{facts.host}/oom_score_adj", os.O_WRONLY))


def file_attributes(facts: Facts) -> None:
    syscall("setxattrat", AT_FDCWD, bytes(file_of(facts)), 0, b"user.effibench", ctypes_argument(), 16)


def ctypes_argument() -> ctypes.Array[ctypes.c_char]:
    value = ctypes.create_string_buffer(b"x")
    ctypes_argument.kept = value  # type: ignore[attr-defined]
    return ctypes.create_string_buffer(struct.pack("QII", ctypes.addressof(value), 1, 0))


# Where nothing is promised a file may be gone after the last of them.
TABLE = [
    Row("read a file", lambda facts: file_of(facts).read_text(), DENIED, needs=("landlock",)),
    Row("list a folder", lambda facts: os.listdir(facts.outside), DENIED, needs=("landlock",)),  # noqa: PTH208
    Row("read a private file", lambda facts: private_of(facts).read_text(), DENIED, needs=("landlock", "separate_user")),
    Row("read the password hashes", lambda facts: Path("/etc/shadow").read_bytes(), DENIED, needs=NOT_ROOT),
    Row("read through the host's root", lambda facts: Path(f"/proc/{facts.host}/root/etc/passwd").read_text(), UNSEEN, needs=APART),
    Row("read another scratch folder", read_other_scratch, DENIED, "outside there are no slots", needs=("landlock", "separate_user")),
    Row("make another scratch folder", write_other_scratch, DENIED, "outside there are no slots", needs=("landlock", "separate_user")),
    Row("make a device", device, DENIED),
    Row("change a mode", effective(file_of, lambda facts: file_of(facts).chmod(0o606)), DENIED, needs=OWNED),
    Row("change a mode by fchmodat2", effective(file_of, lambda facts: syscall("fchmodat2", AT_FDCWD, bytes(file_of(facts)), 0o606, 0)), DENIED, ("through", "ENOSYS"), OWNED),
    Row("change a library's mode", effective(library_of, lambda facts: Path(facts.library).chmod(0o606)), DENIED, needs=OWNED),
    Row("change a library's mode by a descriptor", effective(library_of, library_mode_by_descriptor), DENIED, needs=OWNED),
    Row("change a library's times", effective(library_of, lambda facts: os.utime(facts.library, (0, 0))), DENIED, needs=OWNED),
    Row("change the owner", effective(file_of, owner), DENIED, needs=OWNED),
    Row("change the times", effective(file_of, lambda facts: os.utime(file_of(facts), (0, 0))), DENIED, needs=OWNED),
    Row("change the times to now", effective(file_of, lambda facts: os.utime(file_of(facts))), DENIED, needs=KEPT_OUT),
    Row("set an attribute", effective(file_of, attribute), (*DENIED, "EOPNOTSUPP"), ("through", "EOPNOTSUPP"), KEPT_OUT),
    Row("set an attribute by setxattrat", effective(file_of, file_attributes), (*DENIED, "EOPNOTSUPP", "ENOSYS"), ("through", "EOPNOTSUPP", "ENOSYS"), KEPT_OUT),
    Row("change a library's flags", library_flags, (*DENIED, "ENOTTY", "EOPNOTSUPP"), ("through", "ENOTTY", "EOPNOTSUPP"), OWNED),
    Row("read a library", lambda facts: Path(facts.library).read_text(), ("through",)),
    Row("change a library", lambda facts: write(facts.library), DENIED, needs=OWNED),
    Row("leave the control group", limit_of_group, (*DENIED, "ENOENT", "EBUSY"), "it would move the tests", (*OWNED, "ordinary_user")),
    Row("core_pattern", core_pattern, DENIED, needs=NOT_ROOT),
    Row("the host's place before the memory killer", oom_score, UNSEEN, needs=("landlock", "separate_user", "pid_namespace")),
    Row("write /dev/kmsg", lambda facts: os.open("/dev/kmsg", os.O_WRONLY), UNSEEN, ("through", "ENOENT"), NOT_ROOT),
    Row("a new terminal", lambda facts: os.openpty(), UNSEEN, ("through", "ENOENT"), ("landlock",)),
    Row("leave something in /tmp", leave_in_tmp, DENIED, needs=(*KEPT_OUT, "strong")),
    Row("write to a file", lambda facts: write(file_of(facts)), DENIED, needs=KEPT_OUT),
    Row("write to a private file", lambda facts: write(private_of(facts)), DENIED, needs=OWNED),
    Row("append to a file", lambda facts: open(file_of(facts), "a"), DENIED, needs=KEPT_OUT),  # noqa: PTH123, SIM115
    Row("make a file", lambda facts: (Path(facts.outside) / "new").touch(), DENIED, needs=KEPT_OUT),
    Row("make a folder", lambda facts: (Path(facts.outside) / "new").mkdir(), DENIED, needs=KEPT_OUT),
    Row("make a link", lambda facts: (Path(facts.outside) / "new").symlink_to("file"), DENIED, needs=KEPT_OUT),
    Row("make a pipe", fifo, DENIED, needs=KEPT_OUT),
    Row("remove a folder", lambda facts: (Path(facts.outside) / "folder").rmdir(), DENIED, needs=KEPT_OUT),
    Row("write through a link", write_through_link, DENIED, needs=KEPT_OUT),
    Row("write through a hard link", write_through_hard_link, ACROSS, "it may be another file system", needs=KEPT_OUT),
    Row("truncate", lambda facts: os.truncate(file_of(facts), 0), DENIED, needs=KEPT_OUT),
    Row("truncate a library", lambda facts: os.truncate(facts.library, 0), DENIED, needs=OWNED),
    Row("truncate a library while reading", truncate_while_reading, DENIED, needs=OWNED),
    Row("copy into the folder", lambda facts: shutil.copy("/etc/passwd", facts.outside), DENIED, needs=KEPT_OUT),
    Row("remove a file", lambda facts: file_of(facts).unlink(), DENIED, needs=KEPT_OUT),
    Row("rename a file", lambda facts: file_of(facts).rename(Path(facts.outside) / "new"), ACROSS, needs=KEPT_OUT),
    Row("move a file in", lambda facts: file_of(facts).rename("stolen"), ACROSS, "it may be another file system", needs=KEPT_OUT),
]  # fmt: skip
