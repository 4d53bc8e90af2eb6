"""From evidence to verdict."""

from __future__ import annotations

import pytest

from effibench.model import Verdict
from effibench.timing.executor import CaseRun, Judgement, Stop
from effibench.timing.verdicts import verdict_of_judgement, verdict_of_run


@pytest.mark.parametrize("stop", [stop for stop in Stop if stop is not Stop.DONE])
def test_every_early_end_has_a_verdict_and_none_is_a_pass(stop: Stop) -> None:
    verdict = verdict_of_run(CaseRun(stop))
    assert verdict is not None
    assert verdict is not Verdict.PASS


def test_a_complete_run_leaves_the_decision_to_the_answers() -> None:
    assert verdict_of_run(CaseRun(Stop.DONE)) is None


@pytest.mark.parametrize(
    ("judgement", "verdict"),
    [
        (Judgement(True), Verdict.PASS),
        (Judgement(False, "no"), Verdict.WRONG_ANSWER),
        (Judgement(False, "no", invalid=True), Verdict.INVALID_RESULT),
    ],
)
def test_a_judgement_is_a_verdict(judgement: Judgement, verdict: Verdict) -> None:
    assert verdict_of_judgement(judgement) is verdict


def test_every_verdict_can_be_reached() -> None:
    by_run = {verdict_of_run(CaseRun(stop)) for stop in Stop}
    by_answer = {
        verdict_of_judgement(Judgement(ok, "", invalid)) for ok in (True, False) for invalid in (True, False)
    }
    assert (by_run | by_answer) - {None} == set(Verdict)
