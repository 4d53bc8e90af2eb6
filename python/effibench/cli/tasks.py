"""`effibench tasks`: list, show, check and start tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from effibench.cli.options import session_flags, session_options
from effibench.errors import UsageError, no_core


@click.group()
def tasks() -> None:
    """Lists, shows, checks and starts tasks."""


@tasks.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(as_json: bool) -> None:
    """Lists the bundled tasks."""
    from effibench.tasks.load import list_tasks, load_task

    loaded = [load_task(name) for name in list_tasks()]
    if as_json:
        rows = [
            {
                "id": t.id,
                "title": t.title,
                "library": t.library,
                "difficulty": t.difficulty,
                "taxonomy": t.taxonomy,
            }
            for t in loaded
        ]
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    width = max((len(task.id) for task in loaded), default=0)
    for task in loaded:
        click.echo(f"{task.id:<{width}}  {task.difficulty:<6}  {task.title}")


@tasks.command()
@click.argument("task")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, sources included.")
def show(task: str, as_json: bool) -> None:
    """Shows one task: its prompt and how it is judged."""
    from effibench.tasks.load import load_task

    loaded = load_task(task)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(loaded), indent=2).decode())
        return
    click.echo(loaded.prompt.rstrip() + "\n")
    click.echo(f"entry point  {loaded.entry}")
    click.echo(f"libraries    {', '.join(loaded.libraries) or 'none'}")
    click.echo(f"domains      {', '.join(loaded.domains)}")
    click.echo(
        f"limits       {loaded.limits.call_seconds:g} s a call, {loaded.limits.memory_bytes >> 20} MiB"
    )
    click.echo(f"spectrum     {', '.join(loaded.spectrum) or 'none'}")
    click.echo(f"taxonomy     {loaded.taxonomy}")


@tasks.command()
@click.argument("names", nargs=-1, metavar="[TASK]...")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@session_flags
def check(names: tuple[str, ...], as_json: bool, **flags: Any) -> int:
    """Proves that tasks can be trusted: by default all bundled ones.

    Inputs deterministic and unique; reference right and near the fastest; spectrum right; wrong solutions and
    corrupted answers rejected; stress cases within the limit; the reference's lines covered. Exits with 1 if anything
    does not hold.
    """
    from effibench.tasks.load import list_tasks, load_task
    from effibench.timing.session import Session

    try:
        from effibench.timing.audits import check_task
    except ImportError as error:
        raise no_core(error) from error
    report: dict[str, list[Any]] = {}
    with Session(**session_options(**flags)) as session:
        for name in names or list_tasks():
            task = load_task(name)
            click.echo(task.id, err=as_json)
            report[task.id] = []
            for finding in check_task(session, task):
                report[task.id].append(finding)
                mark = click.style("ok  ", fg="green") if finding.ok else click.style("FAIL", fg="red")
                click.echo(f"  {mark} {finding.check}: {finding.detail}", err=as_json)
    failed = [name for name, findings in report.items() if not all(finding.ok for finding in findings)]
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    click.echo(f"{len(report) - len(failed)} tasks passed, {len(failed)} failed", err=True)
    return 1 if failed else 0


@tasks.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--library", default="numpy", show_default=True, help="Library the solutions use.")
def new(directory: Path, library: str) -> None:
    """Starts a task in a new DIRECTORY: a small, complete example that passes `tasks check` and waits to be changed."""
    from effibench.cli.template import write_template

    if directory.exists() and any(directory.iterdir() if directory.is_dir() else [directory]):
        raise UsageError(f"{str(directory)!r} exists and is not an empty folder; give the name of a new one")
    try:
        write_template(directory, library)
    except OSError as error:
        raise UsageError(f"cannot write the task folder {str(directory)!r}: {error}") from error
    click.echo(f"wrote {directory}; next: edit it, then run: effibench tasks check {directory}", err=True)
