"""Documents of the value codec under a header that fits, whatever is in them."""

from __future__ import annotations

_TABLE = []
for _byte in range(256):
    _crc = _byte
    for _ in range(8):
        _crc = (_crc >> 1) ^ (0x82F63B78 if _crc & 1 else 0)
    _TABLE.append(_crc)


def framed(body: bytes) -> bytes:
    """A body under a header that fits it, as a liar would write it."""
    crc = 0xFFFFFFFF
    for byte in body:
        crc = (crc >> 8) ^ _TABLE[(crc ^ byte) & 0xFF]
    header = b"EFBV\x01\x00\x00\x00" + (len(body) + 24).to_bytes(8, "little")
    return header + (crc ^ 0xFFFFFFFF).to_bytes(4, "little") + bytes(4) + body
