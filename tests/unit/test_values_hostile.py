"""Documents that no encoder writes."""

import tracemalloc

import pytest
from values_support import body, framed

from effibench.values import DecodeError, decode, encode

SAMPLE = encode({"a": [1, 2.5, "x", b"y", None, (True, {3, 4})], "b": 2**90})


@pytest.mark.parametrize("size", range(len(SAMPLE)))
def test_every_truncation_is_refused(size: int) -> None:
    with pytest.raises(DecodeError):
        decode(SAMPLE[:size])
    if size > 24:
        with pytest.raises(DecodeError):
            decode(framed(SAMPLE[24:size]))


def test_every_changed_byte_is_noticed() -> None:
    for place in range(len(SAMPLE)):
        changed = bytearray(SAMPLE)
        changed[place] ^= 0x10
        with pytest.raises(DecodeError):
            decode(changed)


@pytest.mark.parametrize(
    ("what", "document"),
    [
        ("unhashable key", b"\x22\x01\x20\x00\x00"),
        ("equal keys", b"\x22\x02\x04\x02\x00\x02\x00"),
        ("equal elements", b"\x23\x02\x02\x04\x02"),
        ("set out of order", b"\x23\x02" + body(2) + body(1)),
        ("set of lists", b"\x23\x01\x20\x00"),
        ("text that is not UTF-8", b"\x10\x02\xff\xfe"),
        ("padded integer", b"\x05\x0a" + (2**71 - 1).to_bytes(9, "little") + b"\x00"),
        ("short big integer", b"\x05\x01\x05"),
        ("unknown tag", b"\x7f"),
        ("name of an array type", b"\x30\x00\x02\xff\xff\x00\x00"),
        ("long name", b"\x40\xff" + b"a" * 255 + b"\x00"),
    ],
)
def test_what_no_encoder_writes(what: str, document: bytes) -> None:
    with pytest.raises(DecodeError):
        decode(framed(document))


def test_nested_lies_about_counts_allocate_nothing() -> None:
    size = 1 << 16
    # Each list claims as many elements as there are bytes left: refused before the first is made.
    document = framed(b"".join(b"\x20" + b"\xff\xff\x03" for _ in range(150)) + bytes(size))
    tracemalloc.start()
    try:
        with pytest.raises(DecodeError):
            decode(document)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < size


@pytest.mark.parametrize("tag", [0x22, 0x23, 0x24])
def test_keys_of_equal_hash_are_refused(tag: int) -> None:
    # Multiples of the modulus of Python's integer hash: inserting n of them takes n**2 steps.
    keys = sorted(body(i * (2**61 - 1)) for i in range(20_000))
    items = b"".join(key + b"\x00" for key in keys) if tag == 0x22 else b"".join(keys)
    with pytest.raises(DecodeError, match="same hash"):
        decode(framed(bytes([tag]) + b"\xa0\x9c\x01" + items))


def test_large_honest_dicts_and_sets_are_read() -> None:
    value = {
        "d": {i / 7: i for i in range(3000)},
        "s": set(range(-3000, 3000)),
        "t": {(i, "a") for i in range(999)},
    }
    assert decode(encode(value)) == value


def test_versions_and_lengths_are_checked() -> None:
    for place, byte, words in (
        (4, 2, "version 2"),
        (6, 1, "version"),
        (8, 255, "declares"),
        (0, 0, "header"),
    ):
        changed = bytearray(SAMPLE)
        changed[place] = byte
        with pytest.raises(DecodeError, match=words):
            decode(changed)
    with pytest.raises(DecodeError):
        decode(SAMPLE + b"\x00")
    with pytest.raises(DecodeError):
        decode(b"")
