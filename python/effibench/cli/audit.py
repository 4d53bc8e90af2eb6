"""`effibench audit`: can a benchmark tell fast code from slow code?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from effibench.cli.options import dataset_flags, session_flags, session_options
from effibench.cli.progress import progress_line
from effibench.cli.unfinished import report_unfinished
from effibench.errors import HostError, no_core

if TYPE_CHECKING:
    from effibench.audit.record import BenchmarkAudit

_GRANULARITIES = ("call", "process", "both")


@click.command()
@click.argument("name", metavar="DATASET")
@click.argument("tasks", nargs=-1, metavar="[TASK]...")
@dataset_flags
@click.option(
    "--granularity",
    type=click.Choice(_GRANULARITIES),
    default="both",
    show_default=True,
    help="What a run is: one call of each case in a living process, or a whole interpreter.",
)
@click.option(
    "--domain", "domains", multiple=True, help="Use the cases of this domain only; may be repeated."
)
@click.option("--alpha", default=0.05, show_default=True, help="Level of every single test.")
@click.option(
    "--minimum-effect",
    default=0.05,
    show_default=True,
    help="Share of the slow side's time that a difference must save to matter.",
)
@click.option("--controls/--no-controls", default=True, help="Hold each slow side against itself, too.")
@click.option(
    "--paired-seconds",
    default=2.0,
    show_default=True,
    help="Budget of the paired protocol on each task, in s; 0 leaves it out.",
)
@click.option(
    "--journal",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to keep findings in, task by task; an audit that was cut off goes on from there.",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON, all runs included.")
@session_flags
def audit(
    *,
    name: str,
    tasks: tuple[str, ...],
    folder: Path,
    keep_going: bool,
    granularity: str,
    domains: tuple[str, ...],
    journal: Path | None,
    as_json: bool,
    **flags: Any,
) -> int:
    """Holds each task's slow solution against its fast one, by the published audit protocol and in turns.

    For each task: 30 runs of each side, one-sided Mann-Whitney test, Cliff's delta; a pair whose fast side is wrong or
    times out counts as not significant. For the benchmark: Wilcoxon's signed-rank test, Holm's and
    Benjamini-Hochberg's columns, and the share of false alarms on identical code. Ctrl-C ends it with the tasks that
    are done by then.
    """
    from effibench.audit.record import AuditSettings, Granularity
    from effibench.cli.render_audit import print_audit
    from effibench.datasets.registry import load
    from effibench.timing.session import Session

    try:
        from effibench.audit.benchmark import audit_benchmark
        from effibench.audit.journal import Journal
        from effibench.timing.native import NativeExecutor
    except ImportError as error:
        raise no_core(error) from error
    own = ("alpha", "minimum_effect", "controls", "paired_seconds")
    chosen = {key: flags.pop(key) for key in own}
    options = session_options(**flags)
    settings = AuditSettings(
        granularities=tuple(Granularity) if granularity == "both" else (Granularity(granularity),),
        base_seed=options["base_seed"],
        cases_per_domain=options["cases_per_domain"],
        **chosen,
    ).checked()
    loaded = load(name, folder, keep_going=keep_going)
    problems = loaded.chosen(tasks)
    if domains:
        problems = [msgspec.structs.replace(one, task=one.task.only(domains)) for one in problems]
    with contextlib.ExitStack() as stack:
        kept = stack.enter_context(Journal(journal, name, settings)) if journal is not None else None
        progress = stack.enter_context(progress_line())
        session = stack.enter_context(Session(**options))
        if not isinstance(session.executor, NativeExecutor):
            raise HostError("benchmarks are audited with real processes only")
        found = audit_benchmark(
            session.executor,
            name,
            problems,
            settings,
            journal=kept,
            report=progress or (lambda done, total, what: None),
        )
    _show(found, as_json=as_json, show=print_audit)
    for malformed in loaded.malformed:
        click.echo(f"malformed: {malformed}", err=True)
    unfinished = report_unfinished(found.failed, found.not_reached, found.ended, journal=journal is not None)
    return unfinished or int(bool(loaded.malformed))


def _show(found: BenchmarkAudit, *, as_json: bool, show: Any) -> None:
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        show(found)
