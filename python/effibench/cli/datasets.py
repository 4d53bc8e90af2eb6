"""`effibench datasets`: public benchmarks as tasks."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from effibench.cli.options import dataset_flags, session_flags, session_options
from effibench.cli.progress import progress_line

if TYPE_CHECKING:
    from effibench.datasets.registry import Loaded


@click.group()
def datasets() -> None:
    """Lists, shows and verifies public benchmarks."""


@datasets.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(as_json: bool) -> None:
    """Lists the benchmarks that can be loaded, and the files each of them needs."""
    from effibench.datasets.registry import NAMES, benchmark

    known = [benchmark(name) for name in NAMES]
    if as_json:
        rows = [{key: value for key, value in one._asdict().items() if key != "load"} for one in known]
        click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
        return
    width = max((len(one.name) for one in known), default=0)
    for one in known:
        pairs = "slow/fast pairs" if one.pairs else ""
        click.echo(f"{one.name:<{width}}  {one.title}; {one.licence}{'; ' if pairs else ''}{pairs}")
        click.echo(f"{'':<{width}}  {', '.join(one.files)}")


@datasets.command()
@click.argument("name")
@click.argument("task", required=False)
@dataset_flags
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, sources included.")
def show(name: str, task: str | None, folder: Path, keep_going: bool, as_json: bool) -> int:
    """Shows a benchmark, or one TASK of it. Exits with 1 if records were malformed (--keep-going)."""
    loaded = _load(name, folder, keep_going)
    problems = loaded.chosen([] if task is None else [task])
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(problems), indent=2).decode())
    elif task is not None:
        _show_one(problems[0])
    else:
        for problem in problems:
            roles = Counter(solution.role.value for solution in problem.solutions)
            parts = ", ".join(f"{number} {role}" for role, number in roles.items())
            click.echo(
                f"{problem.id}  {problem.task.entry}  {parts}{'' if problem.scored else '  not scored'}"
            )
    for error in loaded.malformed:
        click.echo(f"malformed: {error}", err=True)
    scored = sum(problem.scored for problem in loaded.problems)
    click.echo(f"{len(loaded.problems)} tasks, {scored} scored, {len(loaded.malformed)} malformed", err=True)
    return 1 if loaded.malformed else 0


def _show_one(problem: Any) -> None:
    task = problem.task
    click.echo(task.prompt.rstrip() + "\n")
    click.echo(f"entry point  {task.entry}")
    click.echo(f"domains      {', '.join(task.domains) or f'{len(task.cases)} literal cases'}")
    click.echo(f"limits       {task.limits.call_seconds:g} s a call, {task.limits.memory_bytes >> 20} MiB")
    for solution in problem.solutions:
        click.echo(f"solution     {solution.role.value}: {solution.name}")
    for key, value in task.source.items():
        click.echo(f"{key:<12} {value}")


@datasets.command()
@click.argument("name")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@dataset_flags
@click.option("--pool", is_flag=True, help="Judge every solution of a pool, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@session_flags
def verify(
    *,
    name: str,
    tasks: tuple[str, ...],
    folder: Path,
    keep_going: bool,
    pool: bool,
    as_json: bool,
    **flags: Any,
) -> int:
    """Judges a benchmark's own solutions on its own tests and reports the valid subset.

    Exits with 1 if a solution does not pass, a task cannot be judged or a record is malformed.
    """
    from effibench.datasets.verify import verify_problems
    from effibench.timing.session import Session

    loaded = _load(name, folder, keep_going)
    chosen = loaded.chosen(tasks)
    with progress_line() as progress, Session(**session_options(**flags)) as session:
        found = verify_problems(
            session, chosen, pool=pool, report=progress or (lambda done, total, what: None)
        )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for broken in found.broken:
            click.echo(f"{broken.problem}  cannot be judged: {broken.reason}")
        for failed in found.failures:
            click.echo(
                f"{failed.problem}  {failed.role} {failed.solution}  {failed.verdict}: {failed.reason}"
            )
    for error in loaded.malformed:
        click.echo(f"malformed: {error}", err=True)
    for role, (passed, total) in found.passed.items():
        click.echo(f"{passed} of {total} {role} solutions pass", err=True)
    click.echo(f"{len(found.valid)} of {len(chosen)} tasks are valid", err=True)
    return 1 if found.failures or found.broken or loaded.malformed else 0


def _load(name: str, folder: Path, keep_going: bool) -> Loaded:
    from effibench.datasets.registry import load

    return load(name, folder, keep_going=keep_going)
