"""`effibench compare`: is A faster than B, and by how much?"""

from __future__ import annotations

from typing import Any

import click

from effibench.cli.options import paired_flags, paired_settings, session_flags, session_options
from effibench.cli.progress import progress_line

_PAIRED = ("margin", "precision", "budget", "pairs", "groups", "alpha")


@click.command()
@click.argument("a")
@click.argument("b")
@click.option(
    "--task", "task_name", required=True, metavar="TASK", help="Bundled id, or a folder with a task.toml."
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole record, rounds included, as JSON.")
@click.option(
    "--published",
    "show_published",
    is_flag=True,
    help="Also print what published protocols report from the samples.",
)
@paired_flags
@session_flags
def compare(a: str, b: str, task_name: str, as_json: bool, show_published: bool, **flags: Any) -> int:
    """Says whether A is faster than B (two Python files) on a task, and by how much.

    Both are judged first. Then they take turns on one lane until the ratio is known well enough, the difference is
    known not to matter, or the budget is spent. Exits with 0 if there is an answer (faster, slower, same) and with 1
    if there is none.
    """
    from pathlib import Path

    from effibench.paired import Answer
    from effibench.tasks.load import load_task
    from effibench.timing.session import Session

    settings = paired_settings(**{name: flags.pop(name) for name in _PAIRED})
    task = load_task(task_name)
    with (
        progress_line() as progress,
        Session(progress=progress, paired=settings, **session_options(**flags)) as session,
    ):
        comparison = session.compare(Path(a), Path(b), task)
    if as_json:
        click.echo(comparison.to_json(indent=2))
    else:
        from effibench.cli.render_paired import print_comparison

        print_comparison(comparison)
        if show_published:
            from effibench.cli.render_published import print_published

            print_published(comparison)
    return 1 if comparison.verdict is Answer.UNRESOLVED else 0
