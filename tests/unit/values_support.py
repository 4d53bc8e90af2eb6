"""What the tests of the value codec share."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import settings
from values_framing import framed

from effibench.values import DecodeError, decode, encode

QUICK = settings(deadline=None, max_examples=60)


def body(value: object) -> bytes:
    return encode(value)[24:]


def round_trip(value: Any) -> Any:
    """The decoded value; its type and its own encoding are those of the original."""
    document = encode(value)
    result = decode(document)
    assert type(result) is type(value)
    assert encode(result) == document
    assert encode(value) == document
    return result


def extension(name: str, payload: object) -> bytes:
    """A document that claims to be a library's object."""
    raw = name.encode("latin-1")
    return framed(b"\x40" + bytes([len(raw)]) + raw + body(payload))


def refuse(name: str, payload: object, words: str | None = None) -> None:
    with pytest.raises(DecodeError, match=words):
        decode(extension(name, payload))


def mutations(document: bytes, rounds: int, seed: int = 1) -> Iterator[bytes]:
    """Documents that differ from a good one in a few bytes of their body, with a right checksum."""
    source = random.Random(seed)
    original = document[24:]
    for _ in range(rounds):
        changed = bytearray(original)
        for _ in range(source.randint(1, 3)):
            place = source.randrange(len(changed))
            match source.randrange(4):
                case 0:
                    changed[place] = source.randrange(256)
                case 1:
                    changed[place] ^= 1 << source.randrange(8)
                case 2:
                    del changed[place]
                    changed = changed or bytearray(1)
                case _:
                    changed.insert(place, source.choice((0, 1, 2, 0x7F, 0x80, 0xFF)))
        yield framed(bytes(changed))


def survives_mutations(value: object, rounds: int = 150, use: Callable[[Any], object] = repr) -> None:
    """Every mutation is refused as DecodeError, or read as some value that can be used and encoded again."""
    for document in mutations(encode(value), rounds):
        try:
            result = decode(document)
        except DecodeError:
            continue
        use(result)
        encode(result)
