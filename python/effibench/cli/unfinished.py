"""What the command line says of a long run that did not get through, and the exit code of it."""

from __future__ import annotations

from collections.abc import Sequence

import click

from effibench.audit.walk import INTERRUPTED, HostFailure

_INCOMPLETE, _INTERRUPTED = 4, 130


def report_unfinished(
    failed: Sequence[HostFailure], not_reached: Sequence[str], ended: str, *, journal: bool
) -> int:
    """Prints what is missing on stderr; 0 if nothing is, else the exit code."""
    for failure in failed:
        click.echo(f"not measured: {failure.problem}: {failure.reason}", err=True)
    if not_reached:
        again = "the same command goes on from here" if journal else "with --journal it could go on from here"
        click.echo(f"not reached: {len(not_reached)} task(s) ({ended}); {again}", err=True)
    if not (failed or not_reached):
        return 0
    return _INTERRUPTED if ended == INTERRUPTED else _INCOMPLETE
