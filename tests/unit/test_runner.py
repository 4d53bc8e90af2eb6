"""Messages that no honest worker sends: a candidate that forges them is a violation, and soon."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Iterator

import pytest

from effibench.model import Limits, Measurement, Verdict
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE
from effibench.timing.session import Session

TASK = Task(id="mine/forged", cases=(LiteralCase(input=1, expected=1),), limits=Limits(call_seconds=30.0))
HEAD = """
import contextlib, os, time
from effibench import _core, values
from effibench.timing import wire

# A sample that claims 1 ns and an answer of one byte at the start of the result file.
SAMPLE = wire.SAMPLE_RECORD.pack(*[1] * len(_core.SAMPLE_FIELDS)) + wire.SAMPLE_PLACE.pack(0, 1, False)


def fill_result_file():
    for descriptor in range(3, 256):
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 1)
"""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(LOCK_DIRECTORY_VARIABLE, str(tmp_path_factory.mktemp("locks")))
        with Session(level="weak") as made:
            yield made


def run(session: Session, source: str) -> Measurement:
    return session.time(HEAD + source, TASK)


# Each goes on for longer than this test would wait: only the host can end it.
@pytest.mark.parametrize(
    "message",
    [
        'wire.SAMPLE, b""',
        "wire.SAMPLE, SAMPLE * 100",
        "wire.SAMPLE, SAMPLE[:-1]",
        "wire.SAMPLE, wire.SAMPLE_RECORD.pack(*[-5] * len(_core.SAMPLE_FIELDS)) + SAMPLE[-17:]",
        'wire.DONE, b""',
        "wire.READY, values.encode({})",
        'wire.JUDGED, values.encode({"ok": True, "invalid": False, "reason": ""})',
        '_core.FRAME_SETUP_FAILED, b""',
        '99, b"?"',
    ],
)
@pytest.mark.parametrize("place", ["import", "call"])
def test_a_forged_message_is_a_violation(session: Session, message: str, place: str) -> None:
    forge = f"_core.send_frame({message})\nwhile True:\n    time.sleep(1)\n"
    if place == "import":
        source = forge + "def solution(x):\n    return 1\n"
    else:
        source = "def solution(x):\n" + textwrap.indent(forge, "    ")
    measured = run(session, source)
    assert measured.verdict is Verdict.VIOLATION
    assert measured.seconds is None
    assert "sent" in measured.reason


def test_messages_do_not_buy_time(session: Session) -> None:
    # Each message restarts the deadline of the next one; their number is bounded.
    source = """
def solution(x):
    fill_result_file()
    end = time.monotonic() + 40
    while time.monotonic() < end:
        _core.send_frame(wire.SAMPLE, SAMPLE)
        time.sleep(0.01)
"""
    began = time.monotonic()
    assert run(session, source).verdict is Verdict.VIOLATION
    assert time.monotonic() - began < TASK.limits.call_seconds


def test_an_honest_candidate_of_the_same_shape_passes(session: Session) -> None:
    measured = run(session, "def solution(x):\n    return 1\n")
    assert measured.verdict is Verdict.PASS, measured.reason
