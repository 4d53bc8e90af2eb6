"""Judges all known solutions of benchmarks with real processes, one call a case, and prints what does not pass.

Takes minutes, so it is run by hand: `python tests/integration/judge_benchmarks.py humaneval enamel …`; the data are where
EFFIBENCH_DATA says. A line for each exception, then a line of figures for each benchmark.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from effibench import Candidate, EffibenchError, Session
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.tasks.task import Task
from effibench.timing.executor import CallPlan
from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE
from effibench.timing.protocols import PAPER
from effibench.timing.suite import Suite, build_suite

ONE_CALL = PAPER._replace(plan=CallPlan(warmups=0, timed=1), processes=1)


class Job(NamedTuple):
    """Which solutions of which benchmark are judged, and on which domains; none = all."""

    benchmark: str
    folder: str
    roles: tuple[Role, ...]
    domains: tuple[str, ...] = ()


JOBS = {
    "humaneval": Job("humaneval", "humaneval", (Role.CANONICAL,)),
    "enamel": Job("enamel", "enamel", (Role.PERFORMANT,)),
    "enamel-level-0": Job("enamel", "enamel", (Role.CANONICAL,), ("correctness-level-0",)),
    "mbppplus": Job("mbppplus", "coffe/mbpp", (Role.CANONICAL,)),
    "evalperf": Job("evalperf", "evalperf", (Role.POOL,)),
    "ds1000": Job("ds1000", "ds1000", (Role.CANONICAL,)),
}


def restricted(task: Task, domains: tuple[str, ...]) -> Task:
    """The task with some of its domains only."""
    if not domains:
        return task
    counts = {domain: count for domain, count in task.counts.items() if domain in domains}
    return msgspec.structs.replace(task, domains=domains, counts=counts)


def judge(session: Session, problem: Problem, job: Job) -> Iterator[tuple[str, str, str]]:
    """Name, outcome and reason of each solution; one line for all if the task cannot be prepared."""
    task = restricted(problem.task, job.domains)
    with session.executor.lane(task.cores, exclusive=True) as lane:
        try:
            suite = build_suite(
                session.executor,
                task,
                base_seed=42,
                count=session.cases_per_domain,
                protocol=ONE_CALL,
                lane=lane,
                check=lambda: None,
            )
        except EffibenchError as error:
            yield "", type(error).__name__, str(error)
            return
        yield "", "cases", f"{len(suite.cases)} {slowest(suite):.3f}"
        for role in job.roles:
            for solution in problem.by_role(role):
                found = session._measuring.measure(
                    Candidate.of(solution.source), suite, lane, ONE_CALL, timing=False
                )
                where = f"{found.cases[-1].domain}, seed {found.cases[-1].seed}: {found.reason}"
                yield solution.name, found.verdict.value, "" if found.passed else where


def slowest(suite: Suite) -> float:
    """Seconds of the reference's slowest call."""
    walls = [call.sample.wall_ns for run in suite.reference for call in run.calls]
    return max(walls, default=0) / 1e9


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jobs", nargs="+", choices=[*JOBS])
    parser.add_argument("--only", nargs="*", default=[], help="ids of tasks")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("EFFIBENCH_DATA", ".")))
    options = parser.parse_args()
    os.environ[LOCK_DIRECTORY_VARIABLE] = tempfile.mkdtemp(prefix="lanes")
    with Session(level="standard", lane_wait_seconds=600.0, disable=("priority",)) as session:
        for name in options.jobs:
            job, began, outcomes, cases = JOBS[name], time.monotonic(), Counter[tuple[str, str]](), 0
            times = []
            for problem in load(job.benchmark, options.data / job.folder).problems:
                if options.only and problem.id not in options.only:
                    continue
                if "reason" in problem.facts:
                    outcomes["", problem.facts["reason"]] += 1
                    continue
                for solution, outcome, reason in judge(session, problem, job):
                    if outcome == "cases":
                        count, seconds = reason.split()
                        cases += int(count)
                        times.append((float(seconds), problem.id))
                        continue
                    outcomes[solution if len(job.roles) == 1 else "", outcome] += 1
                    if outcome != "pass":
                        print(f"{name} {problem.id} {solution} {outcome} {reason}", flush=True)
            print(f"{name}: {cases} cases, {time.monotonic() - began:.0f} s; slowest {sorted(times)[-5:]}")
            for (solution, outcome), count in sorted(outcomes.items()):
                print(f"    {solution or 'tasks'}: {outcome}: {count}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
