"""Judging COFFE's function tasks on all their correctness cases, against one fresh interpreter for each case.

    python bench/judging.py FOLDER [EVERY]

FOLDER holds COFFE's data sets of level `function`. Both sides use all CPUs and take turns, a hundred tasks each. The
interpreters run every EVERYth case (10) and stand for the others: each reads a solution, the arguments and the expected
answer, calls, and compares with `==`. On our side everything counts: start, inputs, reference, sandbox, validators.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from common import report
from effibench import Candidate, Session
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load

TASKS_AT_ONCE = 100
BOUND = 20
SECONDS = 60.0  # for an interpreter
LEVEL = "correctness"
FRESH = """
import json, sys
arguments, expected = json.load(sys.stdin)
names = {}
exec(compile(open(sys.argv[1]).read(), "solution.py", "exec"), names)
sys.exit(json.loads(json.dumps(names["solution"](*arguments))) != expected)
"""


def judge(session: Session, problems: Sequence[Problem]) -> int:
    """Judges the best solution of each task; the number that passes."""
    pairs = []
    for problem in problems:
        domains = tuple(domain for domain in problem.task.domains if domain.startswith(LEVEL))
        (best,) = problem.by_role(Role.CANONICAL)
        pairs.append((Candidate(source=best.source, name=best.name), problem.task.only(domains)))
    return sum(found.passed for found in session.judge_many(pairs))


def interpreters(jobs: Sequence[tuple[Path, str]]) -> int:
    """Runs each (program, case) in its own interpreter, as many at once as there are CPUs; the number that passes."""

    def run(job: tuple[Path, str]) -> bool:
        command = [sys.executable, "-c", FRESH, str(job[0])]
        try:
            done = subprocess.run(command, input=job[1], text=True, check=False, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0

    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        return sum(pool.map(run, jobs))


def cases_of(folder: Path, problems: Sequence[Problem], place: Path) -> Iterator[tuple[Path, str]]:
    """Every case of every task: the program's file, and the arguments with the expected answer as JSON."""
    tests = json.loads((folder / "testcases.json").read_text(encoding="utf-8"))
    for problem in problems:
        program = place / f"{problem.id.replace('/', '-')}.py"
        program.write_text(problem.by_role(Role.CANONICAL)[0].source, encoding="utf-8")
        for case in tests[problem.task.prompt]:
            yield program, json.dumps([case["input"], case["output"][0]])


def main() -> int:
    folder, every = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10
    problems = load("coffe", folder).problems
    ours = fresh = 0.0
    passed = cases = ran = held = 0
    with tempfile.TemporaryDirectory() as place:
        began = time.perf_counter()
        session = Session()
        ours += time.perf_counter() - began
        with session:
            for first in range(0, len(problems), TASKS_AT_ONCE):
                chunk = problems[first : first + TASKS_AT_ONCE]
                began = time.perf_counter()
                passed += judge(session, chunk)
                ours += time.perf_counter() - began
                jobs = list(cases_of(folder, chunk, Path(place)))
                began = time.perf_counter()
                held += interpreters(jobs[::every])
                fresh += (time.perf_counter() - began) * len(jobs) / len(jobs[::every])
                cases += len(jobs)
                ran += len(jobs[::every])
    met = report(
        "judging",
        "× faster than fresh interpreters",
        fresh / ours,
        BOUND,
        at_least=True,
        ours_s=ours,
        fresh_s=fresh,
        cases=cases,
        cases_in_interpreters=ran,
        right_in_interpreters=held,
    )
    met &= report("judging", "tasks whose best solution passes", passed, len(problems), at_least=True)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
