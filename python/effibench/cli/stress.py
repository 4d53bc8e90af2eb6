"""`effibench stress`: inputs on which a benchmark's slow and fast solutions can be told apart."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from effibench.cli.options import dataset_flags, lane_flags, lane_options
from effibench.cli.progress import progress_line
from effibench.cli.unfinished import report_unfinished
from effibench.errors import HostError, no_core

if TYPE_CHECKING:
    from effibench.stress.record import StressFinding


@click.command()
@click.argument("name", metavar="DATASET")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@dataset_flags
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="FOLDER",
    help="Folder to write suites to, a task folder each; `effibench time --task` takes them.",
)
@click.option(
    "--granularity",
    type=click.Choice(("call", "process")),
    default="call",
    show_default=True,
    help="What a run of the confirmation is: one call of each case in a living process, or a whole interpreter.",
)
@click.option(
    "--budget",
    default=60.0,
    show_default=True,
    help="Time to look for inputs of each task and to make its suite, in s.",
)
@click.option(
    "--confirm-seconds",
    default=60.0,
    show_default=True,
    help="Time that the confirmation of a task is expected to take, in s; as many inputs are kept as fit, and one "
    "at least.",
)
@click.option(
    "--call-seconds", default=5.0, show_default=True, help="Limit of one call of either solution, in s."
)
@click.option(
    "--tests", "tests_wanted", default=10, show_default=True, help="Inputs of a suite, if they fit."
)
@click.option("--alpha", default=0.05, show_default=True, help="Level of the confirmation of each task.")
@click.option(
    "--minimum-ratio",
    default=1.05,
    show_default=True,
    help="Ratio of times below which a difference does not count.",
)
@click.option(
    "--seed", default=42, show_default=True, help="Of the inputs; the order of runs is always random."
)
@lane_flags
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to keep findings in, task by task; a search that was cut off goes on from there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def stress(
    *,
    name: str,
    tasks: tuple[str, ...],
    folder: Path,
    keep_going: bool,
    out: Path,
    journal: Path | None,
    as_json: bool,
    **flags: Any,
) -> int:
    """Looks for performance tests, without a language model.

    For each task with a slow and a fast solution: inputs like its own, in many shapes and growing, and a search for
    worse ones, until a difference shows; then one confirmation on new samples (30 runs of each side, one-sided
    Mann-Whitney test, Cliff's delta). What is confirmed is written as a task folder. Exit code 1: some tasks got none,
    as they cannot be told apart, which may be the truth about them. Ctrl-C ends it with the tasks that are done by
    then.
    """
    from effibench.audit.record import Granularity
    from effibench.datasets.registry import load
    from effibench.stress.record import StressSettings
    from effibench.timing.session import Session

    try:
        from effibench.stress.journal import Journal
        from effibench.stress.task import stress_benchmark
        from effibench.timing.native import NativeExecutor
    except ImportError as error:
        raise no_core(error) from error
    settings = StressSettings(
        granularity=Granularity(flags["granularity"]),
        budget_seconds=flags["budget"],
        confirm_seconds=flags["confirm_seconds"],
        call_seconds=flags["call_seconds"],
        tests=flags["tests_wanted"],
        batches=min(2, max(1, flags["tests_wanted"])),
        alpha=flags["alpha"],
        min_ratio=flags["minimum_ratio"],
        target_ratio=max(StressSettings().target_ratio, flags["minimum_ratio"]),
        seed=flags["seed"],
    ).checked()
    loaded = load(name, folder, keep_going=keep_going)
    problems = loaded.chosen(tasks)
    options = lane_options(lanes=flags["lanes"], level=flags["level"], wait_seconds=flags["wait_seconds"])
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(Journal(journal, name, settings)) if journal is not None else None
        progress = stack.enter_context(progress_line())
        session = stack.enter_context(Session(**options))
        if not isinstance(session.executor, NativeExecutor):
            raise HostError("tests are looked for with real processes only")
        report = stress_benchmark(
            session.executor,
            name,
            problems,
            settings,
            out=out,
            journal=kept,
            report=progress or (lambda done, total, what: None),
            tell=(lambda found: None) if as_json else _tell,
        )
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        click.echo(report.conclusion)
    for malformed in loaded.malformed:
        click.echo(f"malformed: {malformed}", err=True)
    short = not all(found.folder for found in report.findings)
    unfinished = report_unfinished(
        report.failed, report.not_reached, report.ended, journal=journal is not None
    )
    return unfinished or int(bool(loaded.malformed) or short)


def _tell(found: StressFinding) -> None:
    click.echo(f"{found.problem}: {_said(found)}")


def _said(found: StressFinding) -> str:
    ratio = "" if found.ratio is None else f", ratio {found.ratio:.3g}"
    if found.outcome == "separable":
        kind = found.family or "searched inputs"
        suite = found.folder or f"not written: {_one_line(found.reason)}"
        return f"separable at size {_size(found.size)} by {kind}{ratio} ({found.tests} tests, {suite})"
    if found.outcome == "not_separable":
        return f"not separable up to size {_size(found.largest)}{ratio}: {_one_line(found.reason)}"
    return f"invalid: {_one_line(found.reason)}"


def _size(size: int) -> str:
    return str(size) if size < 10**9 else f"{size:.3g}"


def _one_line(text: str) -> str:
    return text.partition("\n")[0]
