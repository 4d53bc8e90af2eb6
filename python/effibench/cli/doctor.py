"""`effibench doctor`: what this machine is and how well it isolates."""

from __future__ import annotations

import click
import msgspec

from effibench.errors import no_core


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> int:
    """Examines this machine: host facts and the capability report of the sandbox. Changes nothing.

    Exits with 0 for level strong or standard, 1 for weak, 3 if nothing can be run here.
    """
    try:
        from effibench.timing.doctor import examine
    except ImportError as error:
        raise no_core(error) from error
    report = examine()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        _print(report)
    return 1 if report.level == "weak" else 0


def _print(report: object) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from effibench.cli.render_protections import protection_table
    from effibench.timing.doctor import Report

    assert isinstance(report, Report)
    console = Console(highlight=False)
    machine = report.host
    console.print(
        Text(f"{machine.cpu}, {machine.cpus} CPUs, Linux {machine.kernel}, {machine.python}"), soft_wrap=True
    )
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("fact", "value", "note"):
        table.add_column(title)
    for fact in report.facts:
        table.add_row(fact.name, Text("–" if fact.value is None else fact.value), Text(fact.note))
    console.print(table)
    console.print()
    console.print(protection_table(report.protections))
    style = "bold red" if report.level == "weak" else "bold green"
    console.print(Text.assemble("level ", (report.level, style)))
