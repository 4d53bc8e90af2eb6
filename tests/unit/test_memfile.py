"""Anonymous files: what is sealed stays as it is, and what a stream wrote is what is read."""

from __future__ import annotations

import errno
import mmap
import os
from collections.abc import Callable

import pytest

from effibench.timing.fake import FakeValue
from effibench.timing.memfile import Memfile, Slice


def open_descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - a path object would need a descriptor itself


@pytest.mark.parametrize("data", [b"", b"x", b"\0" * 4096, bytes(range(256)) * 10_000])
def test_a_value_is_read_back(data: bytes) -> None:
    file = Memfile.of(data)
    assert file.size == len(data)
    assert os.lseek(file.fd, 0, os.SEEK_CUR) == 0  # ready to be somebody's stdin
    assert os.pread(file.fd, len(data) + 1, 0) == data
    assert Slice(file, 0, len(data)).read() == data


@pytest.mark.parametrize(
    "change",
    [
        lambda fd: os.write(fd, b"y"),
        lambda fd: os.ftruncate(fd, 0),
        lambda fd: os.ftruncate(fd, 100),
        lambda fd: os.pwrite(fd, b"y", 50),
    ],
)
def test_a_sealed_value_cannot_be_changed(change: Callable[[int], object]) -> None:
    file = Memfile.of(b"answer")
    with pytest.raises(PermissionError):
        change(file.fd)
    with pytest.raises(PermissionError):
        mmap.mmap(file.fd, 0, prot=mmap.PROT_READ | mmap.PROT_WRITE, flags=mmap.MAP_SHARED)
    assert os.pread(file.fd, 10, 0) == b"answer"


def test_a_captured_stream_is_bounded() -> None:
    file = Memfile.capture(8192)
    assert file.written() == 0
    assert file.text() == ""
    assert os.write(file.fd, b"hello") == 5
    assert file.written() == 5
    assert file.read_written() == b"hello"
    assert file.size == 8192
    os.write(file.fd, b"x" * 8187)
    with pytest.raises(OSError, match=rf"\[Errno {errno.EPERM}\]"):
        os.write(file.fd, b"one more")
    with pytest.raises(PermissionError):
        os.ftruncate(file.fd, 1 << 20)
    assert file.read_written() == b"hello" + b"x" * 8187


def test_text_is_the_beginning_and_never_fails() -> None:
    file = Memfile.capture(4096)
    os.write(file.fd, b"\xffab" + "ü".encode())
    assert file.text() == "�abü"
    assert file.text(limit=2) == "�a"


def test_closing_twice_is_safe_and_nothing_leaks() -> None:
    before = open_descriptors()
    for _ in range(10):
        file = Memfile.of(b"x")
        file.close()
        file.close()
        Slice.of(b"y").copy()
    assert open_descriptors() == before


def test_a_slice_keeps_its_file_open() -> None:
    part = Slice(Memfile.of(b"0123456789"), 2, 5)
    assert part.read() == b"23456"
    assert part.copy().read() == b"23456"
    assert part.copy().file.fd != part.file.fd


def test_a_copy_does_not_follow_its_writer() -> None:
    writer = Memfile("results")
    os.write(writer.fd, b"first")
    part = Slice(writer, 0, 5)
    copy = part.copy()
    os.pwrite(writer.fd, b"other", 0)
    assert part.read() == b"other"
    assert copy.read() == b"first"


@pytest.mark.parametrize("length", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 3 << 20])
def test_equal_bytes_are_the_same_wherever_they_lie(length: int) -> None:
    data = b"ab" * (length // 2) + b"c" * (length % 2)
    one, other = Slice.of(data), Slice(Memfile.of(b"12345" + data + b"6"), 5, length)
    assert one.same_as(other)
    assert other.same_as(one)
    assert one.same_as(one)
    if length:
        changed = bytearray(data)
        changed[-1] ^= 1
        assert not one.same_as(Slice.of(bytes(changed)))
    assert not one.same_as(Slice.of(data + b"x"))


def test_a_slice_is_no_other_kind_of_output() -> None:
    assert not Slice.of(b"x").same_as(FakeValue(b"x"))
