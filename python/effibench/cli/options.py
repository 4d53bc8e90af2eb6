"""Flags that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from effibench.errors import UsageError
from effibench.timing.paired_plan import PairedSettings

_MOST_CPUS = 1 << 16

Command = TypeVar("Command", bound=Callable[..., Any])


def session_flags(command: Command) -> Command:
    """Adds the flags of a session; `session_options` turns their values into its arguments."""
    command = lane_flags(command)
    for flag in reversed(
        (
            click.option(
                "--seed", "base_seed", default=42, show_default=True, help="First seed of every domain."
            ),
            click.option("--cases", default=5, show_default=True, help="Unique inputs per domain."),
        )
    ):
        command = flag(command)
    return command


def lane_flags(command: Command) -> Command:
    """Adds where a session runs and how well it is protected; `lane_options` turns them into its arguments."""
    for flag in reversed(
        (
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


def dataset_flags(command: Command) -> Command:
    """Adds where a benchmark's files are and what to do about malformed records."""
    command = click.option(
        "--keep-going", is_flag=True, help="Report malformed records and use the rest, instead of stopping."
    )(command)
    return click.option(
        "--data",
        "folder",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        required=True,
        metavar="FOLDER",
        help="Folder with the benchmark's files; `effibench datasets list` says which.",
    )(command)


def protocol_flag(command: Command) -> Command:
    """Adds the choice of a protocol."""
    return click.option(
        "--protocol",
        default="paper",
        show_default=True,
        metavar="paper|strict|paired",
        help="How samples are taken.",
    )(command)


def paired_flags(command: Command) -> Command:
    """Adds the flags of the paired protocol; `paired_settings` turns their values into its settings."""
    known = PairedSettings()
    for flag in reversed(
        (
            click.option(
                "--margin",
                default=known.margin,
                show_default=True,
                help="Relative difference that counts as the same.",
            ),
            click.option(
                "--precision",
                default=known.precision,
                show_default=True,
                help="Relative half-width of the interval that is narrow enough.",
            ),
            click.option(
                "--budget",
                default=known.budget_seconds,
                show_default=True,
                help="Sampling time after which to give up, in s.",
            ),
            click.option(
                "--pairs",
                default=known.pairs,
                show_default=True,
                help="Process pairs, each with a memory layout and hash seed of its own.",
            ),
            click.option(
                "--groups",
                type=int,
                help="A fixed number of groups per domain instead of stopping early.",
            ),
            click.option("--alpha", default=known.alpha, show_default=True, help="Error probability."),
        )
    ):
        command = flag(command)
    return command


def paired_settings(
    *, margin: float, precision: float, budget: float, pairs: int, groups: int | None, alpha: float
) -> PairedSettings:
    """The settings for these flags."""
    return PairedSettings(
        margin=margin,
        precision=precision,
        budget_seconds=budget,
        pairs=pairs,
        groups=groups,
        alpha=alpha,
        max_groups=max(PairedSettings().max_groups, groups or 0),
    ).checked()


def session_options(
    *,
    base_seed: int,
    cases: int,
    lanes: str | None,
    level: str,
    wait_seconds: float,
    protocol: str = "paired",
) -> dict[str, Any]:
    """The arguments of a Session for these flags."""
    return {
        "protocol": protocol,
        "base_seed": base_seed,
        "cases_per_domain": cases,
        **lane_options(lanes=lanes, level=level, wait_seconds=wait_seconds),
    }


def lane_options(*, lanes: str | None, level: str, wait_seconds: float) -> dict[str, Any]:
    """The arguments of a Session for the flags of its lanes."""
    return {
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
