"""Numbers for people."""

from __future__ import annotations

import pytest

from effibench.units import format_bytes, format_ratio, format_seconds, printable, time_unit


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "–"),
        (0.0, "0 s"),
        (0, "0 s"),
        (3.14159, "3.14 s"),
        (1.0, "1.00 s"),
        (12.345, "12.3 s"),
        (123.45, "123 s"),
        (86400.0, "86400 s"),
        (0.5, "500 ms"),
        (0.00125, "1.25 ms"),
        (9.9996e-3, "10.0 ms"),
        (99.97e-3, "100 ms"),
        (42e-6, "42.0 µs"),
        (40e-9, "40.0 ns"),
        (1e-12, "0.00 ns"),
        (-0.25, "-250 ms"),
        (-9.999, "-10.0 s"),
    ],
)
def test_seconds(seconds: float | None, text: str) -> None:
    assert format_seconds(seconds) == text


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (None, "–"),
        (0, "0 B"),
        (1023, "1023 B"),
        (1024, "1.00 KiB"),
        (1536, "1.50 KiB"),
        (100 << 20, "100 MiB"),
        (3 << 30, "3.00 GiB"),
        (5 << 40, "5.00 TiB"),
        (-(1 << 20), "-1.00 MiB"),
    ],
)
def test_bytes(count: int | None, text: str) -> None:
    assert format_bytes(count) == text


@pytest.mark.parametrize(
    ("ratio", "text"), [(None, "–"), (0.5, "0.50×"), (12.34, "12.3×"), (1000.0, "1000×")]
)
def test_ratio(ratio: float | None, text: str) -> None:
    assert format_ratio(ratio) == text


@pytest.mark.parametrize(
    ("seconds", "unit"), [(2.0, "s"), (1.0, "s"), (0.999, "ms"), (1e-6, "µs"), (0.0, "ns"), (-3e-3, "ms")]
)
def test_one_unit_suits_a_duration(seconds: float, unit: str) -> None:
    scale, name = time_unit(seconds)
    assert name == unit
    assert name == "ns" or abs(seconds) >= scale


def test_printable_text_has_no_lone_surrogates() -> None:
    assert printable("ü \udc80\n") == "ü \\udc80\n"
    assert printable("") == ""


def test_printable_text_cannot_steer_a_terminal() -> None:
    assert printable("\x1b[2Jred\x07\x9b1m\x7f") == "\\x1b[2Jred\\x07\\x9b1m\\x7f"
    assert printable("a\tb\nc é 漢") == "a\tb\nc é 漢"
