"""`effibench time`: judge one candidate and time it."""

from __future__ import annotations

from typing import Any

import click

from effibench.cli.options import protocol_flag, session_flags, session_options
from effibench.cli.progress import progress_line


@click.command()
@click.argument("candidate")
@click.option(
    "--task", "task_name", required=True, metavar="TASK", help="Bundled id, or a folder with a task.toml."
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole record, samples included, as JSON.")
@protocol_flag
@session_flags
def time(candidate: str, task_name: str, as_json: bool, **flags: Any) -> int:
    """Judges CANDIDATE (a Python file) on a task and, if it is correct, says how fast it is.

    Exits with 0 if the candidate passed and with 1 if it did not.
    """
    from pathlib import Path

    from effibench.tasks.load import load_task
    from effibench.timing.session import Session

    task = load_task(task_name)
    with progress_line() as progress, Session(progress=progress, **session_options(**flags)) as session:
        measurement = session.time(Path(candidate), task)
    if as_json:
        click.echo(measurement.to_json(indent=2))
    else:
        from effibench.cli.render import print_measurement

        print_measurement(measurement)
    return 0 if measurement.passed else 1
