"""Flags that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from effibench.errors import UsageError

_MOST_CPUS = 1 << 16

Command = TypeVar("Command", bound=Callable[..., Any])


def session_flags(command: Command) -> Command:
    """Adds the flags of a session; `session_options` turns their values into its arguments."""
    for flag in reversed(
        (
            click.option(
                "--protocol",
                default="paper",
                show_default=True,
                metavar="paper|strict",
                help="How samples are taken.",
            ),
            click.option(
                "--seed", "base_seed", default=42, show_default=True, help="First seed of every domain."
            ),
            click.option("--cases", default=5, show_default=True, help="Unique inputs per domain."),
            click.option(
                "--lanes",
                metavar="CPUS",
                help="Logical CPUs to use, e.g. 2-5,8. Default: all that are allowed.",
            ),
            click.option(
                "--level",
                default="standard",
                show_default=True,
                metavar="strong|standard|weak",
                help="Weakest acceptable protection.",
            ),
            click.option(
                "--wait",
                "wait_seconds",
                default=600.0,
                show_default=True,
                help="Longest wait for a free lane, in s.",
            ),
        )
    ):
        command = flag(command)
    return command


def session_options(
    *, protocol: str, base_seed: int, cases: int, lanes: str | None, level: str, wait_seconds: float
) -> dict[str, Any]:
    """The arguments of a Session for these flags."""
    return {
        "protocol": protocol,
        "base_seed": base_seed,
        "cases_per_domain": cases,
        "lanes": None if lanes is None else parse_cpus(lanes),
        "level": level,
        "lane_wait_seconds": wait_seconds,
    }


def parse_cpus(text: str) -> list[int]:
    """Parses a CPU list like `0-3,8`.

    Raises:
        UsageError: it is none.
    """
    cpus: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise UsageError(f"--lanes {text!r}: expected CPU numbers and ranges like 0-3,8")
        begin, end = int(first), int(last or first)
        if not begin <= end < _MOST_CPUS:
            raise UsageError(
                f"--lanes {text!r}: {part.strip()!r} is no range of CPU numbers below {_MOST_CPUS}"
            )
        cpus.update(range(begin, end + 1))
    return sorted(cpus)
