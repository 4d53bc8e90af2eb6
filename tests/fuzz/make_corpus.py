"""Writes the seeds of the fuzz targets: small valid inputs of every kind, and a few that lie.

    python tests/fuzz/make_corpus.py

needs effibench and numpy. Files of other names in the corpus (regressions) are left alone.
"""

from __future__ import annotations

import struct
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np

from effibench.values import encode

CORPUS = Path(__file__).resolve().parent / "corpus"

DONE, FAILED, ANSWER = 2, 1, 16  # kinds of frames
STARTED, EXITED, REFUSED = 1, 2, 3  # replies of a zygote


# --- documents ---


def crc32c(data: bytes) -> int:
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def framed(body: bytes) -> bytes:
    """A body under a header that fits it, as a liar would write it."""
    return b"EFBV\x01\x00\x00\x00" + struct.pack("<QII", len(body) + 24, crc32c(body), 0) + body


def nested(levels: int) -> object:
    value: object = (1,)
    for level in range(levels):
        value = [value] if level % 2 else {"k": value}
    return value


def values() -> dict[str, object]:
    sliced = np.arange(12, dtype=np.int64).reshape(3, 4)
    objects = np.empty((2, 2), dtype=object)
    objects[:] = [[None, "x"], [(1, 2), {3}]]
    return {
        "constants": [None, True, False, ...],
        "integers": [0, -1, 63, -64, 2**31, -(2**63), 2**63 - 1],
        "big-integers": [2**63, -(2**64), 3**100],
        "floats": [0.0, -0.0, 1.5, float("inf"), float("nan"), 1 + 2j],
        "texts": ["", "a", "é€😀", "\ud800", b"", b"\x00\xff", bytearray(b"xyz")],
        "sequences": [[], (), [1, [2, (3, [4])]], ((),)],
        "dict": {"a": 1, 2: [3], (4, "b"): {}, None: b"x"},
        "sets": [set(), {1, 2, 3}, frozenset({"a", (1, 2)}), {frozenset(), frozenset({1})}],
        "deep": nested(150),
        "large-dict": {i * 7: i for i in range(280)},
        "large-set": set(range(-130, 150)),
        "array-float": np.linspace(0, 1, 6).reshape(2, 3),
        "array-fortran": np.asfortranarray(sliced),
        "array-small": [np.array(n, dtype=t) for n, t in ((1, "i1"), (2, ">u2"), (3, "f2"), (4, "c8"))],
        "array-bool": np.array([True, False]),
        "array-text": [np.array(["ab", "c"]), np.array([b"xy", b""]), np.zeros(2, "V3")],
        "array-time": [np.array(["2020-01-01"], "M8[D]"), np.array([5], "m8[25s]"), np.zeros(1, "m8")],
        "array-empty": [np.zeros((0, 5)), np.zeros((3, 0), "S0"), np.zeros((2,), "U0"), np.zeros(())],
        "array-long": np.array([1.5], dtype=np.longdouble),
        "object-array": [objects, np.empty(0, object), np.asfortranarray(objects)],
        "scalars": [
            np.int32(5),
            np.float64(2.5),
            np.bool_(True),
            np.datetime64(3, "ns"),
            np.str_("q"),
            np.complex64(1),
        ],
        "structured": np.array([(1, 2.0)], dtype=[("a", "i4"), ("b", "f8")]),
        "masked": np.ma.masked_array([1, 2], mask=[0, 1]),
        "stdlib-time": [date(2020, 2, 29), datetime(2021, 1, 2, 3, tzinfo=UTC), timedelta(1, 2, 3)],
        "stdlib-numbers": [Decimal("1.50"), Fraction(1, 3), range(1, 9, 2), slice(1, None, 2)],
        "stdlib-collections": [Counter("aab"), OrderedDict(a=1), deque([1], maxlen=3)],
    }


def lies() -> dict[str, bytes]:
    """Bodies that no encoder writes."""
    full = b"\xff" * 9 + b"\x01"
    return {
        "count": b"\x20\x05\x00",
        "counts": b"\x20\xff\xff\x03" * 20 + bytes(40),
        "huge-text": b"\x10" + full,
        "long-varint": b"\x04\x80\x00",
        "shape-overflow": b"\x30\x00\x03<f8\x02" + full[:-1] + b"\x01\x02\x00",
        "shape-beside-zero": b"\x30\x00\x03<i1\x02\x00" + b"\xff" * 8 + b"\x7f" + b"\x00",
        "object-shape": b"\x31\x00\x02\x02\x03" + bytes(6),
        "object-shape-beside-zero": b"\x31\x00\x02\x00" + b"\x80" * 8 + b"\x20",
        "no-size": b"\x30\x00\x03|S0\x01\xa0\x9c\x01\x00",
        "dimensions": b"\x30\x00\x03<f8\x41" + b"\x01" * 65 + b"\x08" + bytes(8),
        "set-order": b"\x23\x02\x04\x04\x04\x02",
        "equal-keys": b"\x22\x02\x04\x02\x00\x04\x02\x00",
        "too-deep": b"\x20\x01" * 201 + b"\x00",
        "equal-hashes": b"\x23\xa0\x02" + b"".join(sorted(encode(i * (2**61 - 1))[24:] for i in range(288))),
    }


def documents() -> dict[str, bytes]:
    made = {name: encode(value) for name, value in values().items()}
    return made | {f"lie-{name}": framed(body) for name, body in lies().items()}


# --- frames and records ---


def frame(kind: int, payload: bytes = b"", *, length: int | None = None) -> bytes:
    return b"EFBF" + struct.pack("<IQ", kind, len(payload) if length is None else length) + payload


def text(value: bytes) -> bytes:
    return struct.pack("<q", len(value)) + value


def texts(*items: bytes) -> bytes:
    return struct.pack("<q", len(items)) + b"".join(text(item) for item in items)


def integers(*items: int) -> bytes:
    return struct.pack(f"<{len(items)}q", *items)


def sized(data: bytes) -> bytes:
    return struct.pack("<H", len(data)) + data


def streams() -> dict[str, bytes]:
    made = {
        "empty": b"",
        "one": frame(7, b"payload"),
        "three": frame(1) + frame(2, b"a") + frame(3, b"x" * 300),
        "long": frame(4, b"z" * 5000) + frame(5),
        "half-a-header": frame(6)[:9],
        "half-a-payload": frame(6, b"abcdef")[:-3],
        "wrong-magic": frame(8) + b"EFBV" + frame(8)[4:],
        "at-the-limit": frame(9, b"q" * 256),
        "over-the-limit": frame(9, b"q" * 257),
        "promises-much": frame(9, b"q", length=64 << 20),
        "promises-more": frame(9, b"q", length=(64 << 20) + 1),
        "promises-all": frame(9, b"q", length=2**64 - 1),
    }
    return {name: bytes([8, seed]) + data for seed, (name, data) in enumerate(made.items())}


def records() -> dict[str, bytes]:
    spec = (
        text(b"candidate") + integers(2, 0, 1) + integers(0) + integers(10, 1 << 30, 1 << 20, 64, 8 << 20, 0)
    )
    spec += integers(65534) + text(b"/tmp/x") + integers(4) + texts(b"/usr", b"/lib") + texts()
    spec += integers(1, 0, 0) + texts(b"/bin/true", b"") + texts(b"A=b")
    steps = bytes(range(10))
    script = (
        integers(5, -6, 7, 8, -9)
        + integers(2, 1, -1)
        + integers(0)
        + integers(1, 255)
        + text(b"abc")
        + texts(b"", b"d")
    )
    return {
        "spec": b"\x00" + spec,
        "spec-cut": b"\x00" + spec[:-4],
        "script": b"\x01" + bytes([len(steps)]) + steps + script,
        "script-range": b"\x01\x01\x04" + integers(128),
        "script-count": b"\x01\x01\x09" + integers(2**61),
        "script-negative": b"\x01\x01\x08" + integers(-1),
        "script-rest": b"\x01\x01\x00" + integers(1, 2),
    }


def replies() -> dict[str, bytes]:
    started, exited = integers(STARTED, 4711), integers(EXITED, 9, 1, 2, 3, 4, 5, 6, 7)
    ready = frame(DONE) + frame(10, b"12345678")

    def made(first: bytes, stream: bytes, second: bytes, *, flags: int = 8) -> bytes:
        return bytes([flags]) + sized(first) + sized(stream) + sized(second)

    outcomes = integers(1) + text(b"seccomp") + text(b"on") + text(b"")
    return {
        "honest": made(started, ready, exited),
        "hung-up": made(started, ready, exited, flags=0x88),
        "announced": made(started, frame(DONE, outcomes) + frame(10), exited, flags=9),
        "set-up-failed": made(started, frame(FAILED, text(b"nice") + integers(1) + text(b"no")), exited),
        "forged-set-up": made(started, ready + frame(DONE), exited),
        "garbage": made(started, ready + b"this is no frame", exited),
        "cut": made(started, ready + frame(11, b"abc")[:-1], b""),
        "silent": made(started, b"", exited),
        "refused": made(integers(REFUSED, 11) + text(b"fork a child"), b"", b"", flags=0),
        "no-descriptor": made(started, ready, exited, flags=0),
        "wrong-descriptor": made(started, ready, exited, flags=2),
        "empty-with-descriptor": made(b"", b"", b""),
        "two-descriptors": made(started, ready, exited, flags=4),
        "four-descriptors": made(started, ready, exited, flags=6),
        "report-cut": made(started, ready, exited[:-3]),
        "report-long": made(started, ready, exited + b"x"),
        "report-wrong": made(started, ready, integers(7)),
    }


def turns() -> dict[str, bytes]:
    def answer(*lengths: int, rest: bytes = b"") -> tuple[int, bytes]:
        return ANSWER, b"recordrr" + integers(*lengths) + rest

    def made(*played: tuple[int, bytes], known: bytes = b"one", file: bytes = b"onetwoone") -> bytes:
        return (
            sized(known) + sized(file) + b"".join(bytes([kind]) + sized(payload) for kind, payload in played)
        )

    good = answer(3, 3, 3)
    return {
        "honest": made(good, good, good),
        "unknown": made(answer(3), answer(9), answer(6, 3)),
        "none": made(answer(), good),
        "beyond-the-file": made(good, answer(3, 3, 4)),
        "beyond-the-cap": made(answer(4097)),
        "overflow": made(answer(4096, 2**63 - 1)),
        "negative": made(answer(3, -3)),
        "zero": made(answer(0)),
        "ragged": made(answer(3, rest=b"x")),
        "no-record": made((ANSWER, b"rec")),
        "other-kind": made(good, (12, b"failed"), good),
        "forged-set-up": made(good, (DONE, b"")),
        "garbage": made(good, (0, b"this is no frame")),
    }


def decoded() -> dict[str, bytes]:
    outcomes = (
        integers(2) + text(b"nice") + text(b"on") + text(b"") + text(b"seccomp") + text(b"off") + text(b"no")
    )
    return documents() | {
        "outcomes": b"o" + outcomes,
        "outcomes-count": b"o" + integers(2**62) + text(b"x"),
        "set-up-failure": b"f" + text(b"execve") + integers(2) + text(b"execve /x: no such file"),
        "set-up-failure-not-utf8": b"f" + text(b"execve") + integers(2) + text(b"execve /\xff: no such file"),
        "outcomes-not-utf8": b"o" + integers(1) + text(b"a") + text(b"off") + text(b"\xff"),
    }


def write(target: str, seeds: dict[str, bytes]) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in seeds.items():
        (folder / name).write_bytes(data)


def main() -> None:
    makers: Iterable = (
        ("document", documents),
        ("decode", decoded),
        ("frames", streams),
        ("records", records),
    )
    for target, maker in (*makers, ("replies", replies), ("turns", turns)):
        write(target, maker())


if __name__ == "__main__":
    main()
