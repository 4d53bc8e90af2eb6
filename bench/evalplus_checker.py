"""Verdicts and times beside EvalPlus's own checker: HumanEval's canonical solutions, and broken ones.

    python bench/evalplus_checker.py HUMANEVAL COFFE

HUMANEVAL is the folder of HumanEval.jsonl.gz. The inputs are those that COFFE's level `function` (folder COFFE) has
for HumanEval's tasks: EvalPlus's own have to be downloaded. Both judge with EvalPlus's rules of equality on the same
inputs, one program after the other, in turns. Needs numpy and
`pip install --no-deps evalplus appdirs tempdir multipledispatch wget psutil tqdm`; nothing else is used of it.

The broken ones are twenty canonical solutions, each with one fault. What is equal to everything comes on top: what a
checker that trusts `==` says of it is printed and not part of the bound.
"""

from __future__ import annotations

import copy
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from common import report
from effibench import Session, Task
from effibench.datasets import evalplus
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.tasks.task import LiteralCase

try:
    from evalplus.eval import PASS, untrusted_check
except ImportError as error:
    sys.exit(f"{error}: this needs the package evalplus; see the first lines of {__file__}")

DOMAIN = "correctness-listed"
AFTER = "\n\n_right = {entry}\n\n\ndef {entry}(*arguments):\n    {body}\n"
CHANGED = """

_right = {entry}


def _changed(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    if isinstance(value, (list, tuple, str)) and value:
        return value[:-1]
    return [value]


def {entry}(*arguments):
    return _changed(_right(*arguments))
"""
LIAR = """

class _Liar:
    def __eq__(self, other):
        return True


def {entry}(*arguments):
    return _Liar()
"""
FAULTS = {
    "no answer": AFTER.replace("{body}", "_right(*arguments)"),
    "an exception": AFTER.replace("{body}", "raise ValueError"),
    "no end": AFTER.replace("{body}", "\n    while True:\n        pass"),
    "an answer in a list": AFTER.replace("{body}", "return [_right(*arguments)]"),
    "an answer that is a little off": CHANGED,
    "the question as the answer": AFTER.replace("{body}", "return arguments"),
    "no program": "\n\ndef {entry}(:\n",
    "no such function": "\n\ndel {entry}\n",
    "an exit": AFTER.replace("{body}", "raise SystemExit(0)"),
    "a hard exit": AFTER.replace("{body}", "import os\n    os._exit(0)"),
}


class Job(NamedTuple):
    """One task with what either checker needs."""

    problem: Problem
    task: Task
    inputs: list[list[Any]]
    expected: list[Any]
    reference_seconds: list[float]

    @property
    def entry(self) -> str:
        """The function's name."""
        return self.problem.task.entry.name

    @property
    def canonical(self) -> str:
        """Source of the benchmark's own solution."""
        return self.problem.by_role(Role.CANONICAL)[0].source


def jobs_of(humaneval: Path, coffe: Path) -> list[Job]:
    """HumanEval's tasks for which there are inputs."""
    listed = json.loads((coffe / "testcases.json").read_text(encoding="utf-8"))
    inputs = {problem.id: listed[problem.task.prompt] for problem in load("coffe", coffe).problems}
    made = []
    for problem in load("humaneval", humaneval).problems:
        if problem.id not in inputs:
            continue
        given = [case["input"] for case in inputs[problem.id]]
        names: dict[str, Any] = {}
        exec(compile(problem.by_role(Role.CANONICAL)[0].source, problem.id, "exec"), names)
        expected, seconds = [], []
        for arguments in given:
            own = copy.deepcopy(arguments)
            began = time.perf_counter()
            expected.append(names[problem.task.entry.name](*own))
            seconds.append(time.perf_counter() - began)
        task = Task.make(
            problem.id,
            reference=problem.by_role(Role.CANONICAL)[0].source,
            cases=[LiteralCase(input=arguments, domain=DOMAIN) for arguments in given],
            limits=evalplus.LIMITS,
            isolation="candidate",
            **evalplus.judging(problem.task.entry.name, 0.0),
        )
        made.append(Job(problem, task, given, expected, seconds))
    return made


def main() -> int:
    jobs = jobs_of(Path(sys.argv[1]), Path(sys.argv[2]))
    programs = [(job, "canonical", job.canonical) for job in jobs]
    kinds = [*FAULTS, *FAULTS]
    step = max(1, len(jobs) // len(kinds))
    for job, kind in zip(jobs[::step], kinds, strict=False):
        programs.append((job, kind, job.canonical + FAULTS[kind].replace("{entry}", job.entry)))
    programs.append(
        (jobs[0], "equal to everything", jobs[0].canonical + LIAR.replace("{entry}", jobs[0].entry))
    )
    ratios: dict[bool, list[float]] = {True: [], False: []}
    totals = {"ours": 0.0, "theirs": 0.0}
    different = []
    with Session() as session:
        for job, kind, source in programs:
            session.prepare(job.task)  # EvalPlus is given the expected answers as well
            began = time.perf_counter()
            ours = session.judge_many([(source, job.task)])[0].passed
            between = time.perf_counter()
            status, _ = untrusted_check(
                "humaneval",
                source,
                copy.deepcopy(job.inputs),
                job.entry,
                job.expected,
                0,
                job.reference_seconds,
                fast_check=True,
            )
            ended = time.perf_counter()
            theirs = status == PASS
            if kind == "equal to everything":
                print(f"{kind}: ours {ours}, EvalPlus {theirs}", file=sys.stderr)
                continue
            ratios[kind == "canonical"].append((between - began) / (ended - between))
            totals["ours"] += between - began
            totals["theirs"] += ended - between
            if ours != theirs or ours != (kind == "canonical"):
                different.append(f"{job.problem.id} ({kind}): ours {ours}, EvalPlus {theirs}")
    met = report(
        "evalplus_checker",
        "verdicts that differ or are wrong",
        len(different),
        0,
        which=different,
        canonicals=len(ratios[True]),
        broken=len(ratios[False]),
        cases=sum(len(job.inputs) for job in jobs),
        times_of_theirs_canonical=statistics.median(ratios[True]),
        times_of_theirs_broken=statistics.median(ratios[False]),
        ours_s=totals["ours"],
        theirs_s=totals["theirs"],
    )
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
