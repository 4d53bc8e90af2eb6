"""What is said of a long run that did not get through."""

from __future__ import annotations

import pytest

from effibench.audit.walk import INTERRUPTED, HostFailure
from effibench.cli.unfinished import report_unfinished

FAILURE = HostFailure(problem="p/1", reason="no memory")


@pytest.mark.parametrize(
    ("failed", "not_reached", "ended", "journal", "code", "said"),
    [
        ((), (), "", False, 0, ""),
        ((FAILURE,), (), "", False, 4, "not measured: p/1: no memory\n"),
        (
            (),
            ("p/2", "p/3"),
            INTERRUPTED,
            True,
            130,
            "not reached: 2 task(s) (interrupted); the same command goes on from here\n",
        ),
        (
            (FAILURE,),
            ("p/2",),
            "the machine failed",
            False,
            4,
            "not measured: p/1: no memory\n"
            "not reached: 1 task(s) (the machine failed); with --journal it could go on from here\n",
        ),
    ],
)
def test_what_is_missing_is_named_and_changes_the_exit_code(
    failed: tuple[HostFailure, ...],
    not_reached: tuple[str, ...],
    ended: str,
    journal: bool,
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert report_unfinished(failed, not_reached, ended, journal=journal) == code
    assert capsys.readouterr() == ("", said)
