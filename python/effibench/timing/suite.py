"""A task made ready for judging: its inputs, the expected answers, and the reference's own runs.

Built once per task, seed and protocol, and kept for the session: inputs come from a generator process, answers from
reference processes that are treated exactly like candidates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from effibench.errors import TaskError
from effibench.model import Verdict
from effibench.tasks.task import Task
from effibench.timing.executor import CaseInput, CaseRun, Executor, Lane, Output, Program
from effibench.timing.protocols import Protocol
from effibench.timing.takes import Takes
from effibench.timing.verdicts import verdict_of_run


@dataclass(slots=True)
class Suite:
    """Cases in judging order with what the reference made of them. `reference` is empty if the task has none."""

    task: Task
    cases: list[CaseInput]
    expected: list[Output] = field(default_factory=list)
    reference: list[CaseRun] = field(default_factory=list)

    def sibling(self, index: int) -> CaseInput | None:
        """Another input of the same domain, None if there is none."""
        for other in (index - 1, index + 1):
            if 0 <= other < len(self.cases) and self.cases[other].domain == self.cases[index].domain:
                return self.cases[other]
        return None


def build_suite(
    executor: Executor,
    task: Task,
    *,
    base_seed: int,
    count: int,
    protocol: Protocol,
    lane: Lane,
    check: Callable[[], None],
) -> Suite:
    """Builds inputs, runs the reference on each and checks that the validator accepts its answers.

    Args:
        check: called between cases; raises to abandon the work.

    Raises:
        TaskError: the task is broken; the message says which case of what.
    """
    suite = Suite(task, list(executor.inputs(task, base_seed, count)))
    if not task.reference:
        suite.expected = [case.expected for case in suite.cases if case.expected is not None]
        return suite
    program = Program(task.reference, "reference", task)
    with Takes(executor, program, lane, protocol, suite) as takes:
        for index, case in enumerate(suite.cases):
            run = takes.take(index)
            takes.settle(index)
            check()
            verdict = verdict_of_run(run)
            where = f"task {task.id}: reference.py on {case.domain}, seed {case.seed}"
            if verdict is not None:
                raise TaskError(f"{where}: {verdict.value}: {run.reason}")
            answer = run.calls[-1].output
            judgement = executor.judge(task, case, case.expected or answer, answer)
            if not judgement.ok:
                raise TaskError(
                    f"{where}: {Verdict.WRONG_ANSWER.value} by the task's own validator: {judgement.reason}"
                )
            suite.expected.append(case.expected or answer)
            suite.reference.append(run)
    return suite
