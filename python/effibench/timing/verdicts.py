"""From the host's evidence to a verdict: one table, used for every protocol and every executor."""

from __future__ import annotations

from effibench.model import Verdict
from effibench.timing.executor import CaseRun, Judgement, Stop

_BY_STOP = {
    Stop.RAISED: Verdict.RUNTIME_ERROR,
    Stop.CRASHED: Verdict.RUNTIME_ERROR,
    Stop.TIME: Verdict.TIME_LIMIT,
    Stop.MEMORY: Verdict.MEMORY_LIMIT,
    Stop.OUTPUT: Verdict.OUTPUT_LIMIT,
    Stop.UNSUPPORTED: Verdict.INVALID_RESULT,
    Stop.TOO_LARGE: Verdict.OUTPUT_LIMIT,
    Stop.FORGED: Verdict.VIOLATION,
}


def verdict_of_run(run: CaseRun) -> Verdict | None:
    """The verdict that ending the run early implies; None when every call was made and the answers decide."""
    return verdict_of_stop(run.stop)


def verdict_of_stop(stop: Stop) -> Verdict | None:
    """The verdict that this end of calls implies; None for `done`."""
    return _BY_STOP.get(stop)


def verdict_of_judgement(judgement: Judgement) -> Verdict:
    """The verdict on an answer."""
    if judgement.ok:
        return Verdict.PASS
    return Verdict.INVALID_RESULT if judgement.invalid else Verdict.WRONG_ANSWER
