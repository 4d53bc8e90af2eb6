"""`effibench calibrate`: how much a reported mean varies on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
import msgspec

from effibench.cli.options import session_flags, session_options
from effibench.cli.progress import progress_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from effibench.timing.calibrate import CalibratedTask, Calibration


@click.command()
@click.argument("names", nargs=-1, metavar="[TASK]...")
@click.option("--repetitions", default=10, show_default=True, help="Reported means per case.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, all times included.")
@session_flags
def calibrate(names: tuple[str, ...], repetitions: int, as_json: bool, **flags: Any) -> int:
    """Measures how much "W warm-ups, then the mean of M timed calls" varies: by default over all bundled tasks.

    Each repetition runs a task's reference on one case in a fresh process. Printed is the coefficient of variation
    of the reported means for W in 1, 3, 5 and M in 1 to 5, beside the figures that DSEffi-Bench published.
    Ctrl-C ends it with the tasks that are complete by then.
    """
    from effibench.tasks.load import list_tasks, load_task
    from effibench.timing.calibrate import calibrate as measure
    from effibench.timing.session import Session

    tasks = [load_task(name) for name in names or list_tasks()]
    options = session_options(protocol="paper", **flags)
    with progress_line() as progress, Session(**options) as session:
        outcome = measure(
            session.executor,
            tasks,
            base_seed=options["base_seed"],
            cases_per_domain=options["cases_per_domain"],
            repetitions=repetitions,
            **({} if progress is None else {"report": progress}),
        )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(outcome), indent=2).decode())
    else:
        _print(outcome)
    if outcome.not_reached:
        total = len(outcome.tasks) + len(outcome.not_reached)
        click.echo(f"effibench: interrupted after {len(outcome.tasks)} of {total} tasks", err=True)
        return 130
    return 0


def _print(outcome: Calibration) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    cases = sum(len(task.cases) for task in outcome.tasks)
    console.print(
        Text(
            f"CV of the reported mean in %, {outcome.repetitions} repetitions on each of {cases} cases of "
            f"{len(outcome.tasks)} task(s), {outcome.host.cpu}"
        ),
        soft_wrap=True,
    )
    both = Table.grid(padding=(0, 4))
    both.add_row(
        _by_protocol(outcome, "here", "cv_percent"),
        _by_protocol(outcome, "DSEffi-Bench, table 19", "published_cv_percent"),
    )
    console.print(both)
    console.print()
    console.print(_by_task(outcome.tasks))


def _by_protocol(outcome: Calibration, title: str, field: str) -> Table:
    """The published table's shape: a row for each W, a column for each M."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim", title=title, title_justify="left")
    for timed in ("", *dict.fromkeys(f"M={cell.timed}" for cell in outcome.cells)):
        table.add_column(timed, justify="right")
    for warmups in dict.fromkeys(cell.warmups for cell in outcome.cells):
        values = [getattr(cell, field) for cell in outcome.cells if cell.warmups == warmups]
        table.add_row(f"W={warmups}", *(f"{value:.2f}" for value in values))
    return table


def _by_task(tasks: Sequence[CalibratedTask]) -> Table:
    from rich.table import Table

    warmups = tasks[0].cells[0].warmups
    title = f"by task, W={warmups}"
    table = Table(box=None, pad_edge=False, header_style="dim", title=title, title_justify="left")
    table.add_column("task")
    table.add_column("cases", justify="right")
    shown = [[cell for cell in task.cells if cell.warmups == warmups] for task in tasks]
    for cell in shown[0]:
        table.add_column(f"M={cell.timed}", justify="right")
    for task, cells in zip(tasks, shown, strict=True):
        table.add_row(task.task, str(len(task.cases)), *(f"{cell.cv_percent:.2f}" for cell in cells))
    return table
