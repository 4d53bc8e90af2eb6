"""`effibench doctor`: is this machine fit to judge and to time, and what would make it fitter?"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from effibench.errors import UsageError, no_core

if TYPE_CHECKING:
    from rich.console import Console

    from effibench.timing.doctor import Report, Row
    from effibench.timing.doctor.fix import Result

_STYLE = {"ok": "green", "info": "dim", "warn": "yellow", "fail": "bold red", "unknown": "dim"}
_STATE_WIDTH, _NAME_WIDTH = 7, 25


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--fix", is_flag=True, help="As root: change the settings that can be put back.")
@click.option(
    "--undo",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="As root: put back what --fix changed, from the file it named.",
)
def doctor(as_json: bool, fix: bool, undo: Path | None) -> int:
    """Examines this machine: what it is, what disturbs a time on it, and how well the sandbox holds here.

    Changes nothing, unless told so by --fix; that first writes the old values to a file for --undo.

    Exits with 0 for a fit machine, 1 if the level is weak, a row failed or a setting was refused, 3 if nothing can be
    run here.
    """
    if fix and undo is not None:
        raise UsageError("doctor: --fix and --undo exclude each other")
    try:
        from effibench.timing import doctor as checks
        from effibench.timing.doctor import fix as fixes
        from effibench.timing.doctor.floor import measure_floor
    except ImportError as error:
        raise no_core(error) from error
    if fix or undo is not None:
        result = fixes.fix() if undo is None else fixes.undo(undo)
        if as_json:
            _print_json(result)
        else:
            _print_result(result)
        return 0 if result.complete else 1
    report = checks.examine(noise_floor=measure_floor)
    if as_json:
        _print_json(report)
    else:
        _print_report(report)
    return 0 if report.fit else 1


def _print_json(record: msgspec.Struct) -> None:
    click.echo(msgspec.json.format(msgspec.json.encode(record), indent=2).decode())


def _print_report(report: Report) -> None:
    from rich.console import Console
    from rich.text import Text

    from effibench.cli.render_protections import protection_table

    console = Console(highlight=False)
    machine = report.host
    head = f"{machine.cpu}, {machine.cpus} CPUs, Linux {machine.kernel}, {machine.python}"
    console.print(Text(head), soft_wrap=True)
    for group, rows in groupby(report.rows, key=lambda row: row.group):
        console.print(Text(f"\n{group}", style="bold"))
        for row in rows:
            _print_row(console, row)
    console.print()
    console.print(protection_table(report.protections))
    console.print()
    console.print(Text(report.summary, style="bold green" if report.fit else "bold red"), soft_wrap=True)


def _print_row(console: Console, row: Row) -> None:
    """One row; below it what a fault does and how to mend it, unbroken, so that the command can be copied."""
    from rich.table import Table
    from rich.text import Text

    style = _STYLE[row.state]
    value = Text(row.reason, style="dim") if row.value is None else Text(row.value)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(width=_STATE_WIDTH)
    table.add_column(width=_NAME_WIDTH)
    table.add_column(overflow="fold")
    table.add_row(Text(row.state, style=style), Text(row.name), value)
    console.print(table)
    if row.state in {"warn", "fail"}:
        indent = " " * (_STATE_WIDTH + 2)
        console.print(Text(f"{indent}{row.consequence}", style=style), soft_wrap=True)
        console.print(Text(f"{indent}→ {row.mend}", style="cyan"), soft_wrap=True)


def _print_result(result: Result) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if not result.outcomes:
        console.print("nothing to change")
        return
    table = Table.grid(padding=(0, 2))
    for outcome in result.outcomes:
        style = _STYLE["fail"] if outcome.state == "refused" else ""
        change = f"{outcome.before} → {'–' if outcome.now is None else outcome.now}"
        table.add_row(Text(outcome.state, style=style), outcome.path, Text(change), Text(outcome.reason))
    console.print(table)
    if result.undo_file is not None:
        console.print(
            Text(
                f"old values: {result.undo_file}; put them back: effibench doctor --undo {result.undo_file}"
            ),
            soft_wrap=True,
        )
