"""Numbers for people: one unit chosen by the size of the value, three significant digits."""

from __future__ import annotations

_TIME = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_BYTES = ((1 << 40, "TiB"), (1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


def time_unit(seconds: float) -> tuple[float, str]:
    """Returns the scale (seconds per unit) and the name of the unit that suits a duration."""
    for scale, name in _TIME:
        if abs(seconds) >= scale:
            return scale, name
    return _TIME[-1]


def format_seconds(seconds: float | None) -> str:
    """Formats a duration given in seconds, "–" when it was not measured."""
    if seconds is None:
        return "–"
    if seconds == 0:
        return "0 s"
    scale, name = time_unit(seconds)
    return f"{_three_digits(seconds / scale)} {name}"


def format_bytes(count: int | None) -> str:
    """Formats a size given in bytes, "–" when it was not measured."""
    if count is None:
        return "–"
    for scale, name in _BYTES:
        if abs(count) >= scale:
            return f"{_three_digits(count / scale)} {name}"
    return f"{count} B"


def format_ratio(ratio: float | None) -> str:
    """Formats a ratio as a factor, "–" when it is not known."""
    return "–" if ratio is None else f"{_three_digits(ratio)}×"


def printable(text: str) -> str:
    """Text that every file and terminal can take.

    Lone surrogates and control characters become backslash escapes, so that foreign text cannot move the cursor, change
    colours or write to a clipboard; line breaks and tabs stay.
    """
    encoded = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(
        char if char in "\n\t" or char.isprintable() or not _is_control(char) else f"\\x{ord(char):02x}"
        for char in encoded
    )


def _is_control(char: str) -> bool:
    return ord(char) < 32 or 127 <= ord(char) < 160


def _three_digits(value: float) -> str:
    for decimals in (2, 1):
        if round(abs(value), decimals) < 10 ** (3 - decimals):
            return f"{value:.{decimals}f}"
    return f"{value:.0f}"
