"""The paired protocol with real processes: answers, failures in a turn, tricks between turns, nothing left behind."""

from __future__ import annotations

import pytest
from benches import Bench, add_up

from effibench.model import Comparison, Flag, Verdict
from effibench.paired import Answer
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task
from effibench.timing.paired_plan import PairedSettings
from effibench.timing.session import Session

LOOP = """def solution(input_data):
    total = 0
    for _ in range({count}):
        total += 1
    return sum(input_data["values"])
"""
HONEST = LOOP.format(count=2_000)
BUSY_MACHINE = {Flag.CONTENDED, Flag.MIGRATED, Flag.LAYOUT_SENSITIVE, Flag.UNMEASURABLE}


@pytest.fixture(scope="module")
def quick(session: Session) -> Session:
    """The folder's session with fewer groups: these tests are about behaviour, not about precision."""
    # Not closed: the processes are the folder's session's.
    return Session(
        executor=session.executor, paired=PairedSettings(pairs=2, budget_seconds=3.0, quiet_seconds=0.1)
    )


def flags(c: Comparison) -> set[Flag]:
    return set(c.flags) - BUSY_MACHINE


def test_three_times_the_work_is_slower(quick: Session, bench: Bench) -> None:
    c = quick.compare(LOOP.format(count=30_000), LOOP.format(count=10_000), add_up())
    assert (c.a_verdict, c.b_verdict) == (Verdict.PASS, Verdict.PASS)
    assert c.verdict is Answer.SLOWER, c.reason
    assert c.ratio is not None
    assert c.ratio > 2
    assert flags(c) == set()
    assert {taken.pair for taken in c.rounds} == {0, 1}
    for taken in c.rounds:
        for side in (taken.a, taken.b):
            assert 0 < side.wall_ns <= side.envelope_ns
            assert side.charged_ns is not None
        assert taken.canary_ns is not None


def test_time_beside_the_reference(session: Session, quick: Session) -> None:
    from effibench.timing.protocols import PAIRED

    quick._protocol = PAIRED
    m = quick.time(HONEST, add_up())
    assert m.verdict is Verdict.PASS
    assert m.paired is not None
    assert m.ratio is not None
    assert m.ratio > 10  # the reference only adds up
    assert m.cases[0].ratio is not None


def test_a_method_and_a_program_can_be_compared(quick: Session) -> None:
    method = Task.make(
        "test/method",
        entry=Entry(kind=EntryKind.METHOD, name="add", owner="Adder"),
        cases=[LiteralCase(input=[1, 2], expected=3)],
    )
    source = "class Adder:\n    def add(self, a, b):\n        {work}\n        return a + b\n"
    c = quick.compare(source.format(work="sum(range(30_000))"), source.format(work="pass"), method)
    assert c.verdict is Answer.SLOWER
    program = Task.make(
        "test/program",
        entry=Entry(kind=EntryKind.PROGRAM),
        cases=[LiteralCase(input="4\n", expected="8\n")],
    )
    c = quick.compare("sum(range(100_000))\nprint(2 * int(input()))", "print(2 * int(input()))", program)
    assert c.verdict is Answer.SLOWER, c.reason
    assert {taken.loops for taken in c.rounds} == {1}


TURNS = "import gc\ncount = 0\n\ndef solution(input_data):\n    global count\n    count += 1\n"


@pytest.mark.parametrize(
    ("body", "verdict"),
    [
        ("    if count > 6:\n        return -1\n", Verdict.WRONG_ANSWER),
        ("    if count > 6:\n        raise ValueError('late')\n", Verdict.RUNTIME_ERROR),
        ("    if count > 6:\n        import os\n        os._exit(0)\n", Verdict.RUNTIME_ERROR),
        ("    if count > 6:\n        return object()\n", Verdict.INVALID_RESULT),
        ("    while count > 6:\n        pass\n", Verdict.TIME_LIMIT),
    ],
    ids=["wrong", "raises", "leaves", "unsupported", "hangs"],
)
def test_what_fails_in_a_later_turn_has_its_verdict(quick: Session, body: str, verdict: Verdict) -> None:
    task = add_up(limits={"call_seconds": 0.5})
    c = quick.compare(TURNS + body + "    return sum(input_data['values'])\n", HONEST, task)
    assert (c.a_verdict, c.b_verdict, c.verdict) == (verdict, Verdict.PASS, Answer.UNRESOLVED)
    assert "not correct" in c.reason


def test_a_wrong_candidate_never_takes_a_turn(quick: Session) -> None:
    c = quick.compare(HONEST, "def solution(input_data):\n    return 0\n", add_up())
    assert (c.b_verdict, c.rounds, c.ratio) == (Verdict.WRONG_ANSWER, (), None)


def test_a_mutated_input_does_not_reach_the_next_call(quick: Session) -> None:
    mutating = (
        "def solution(input_data):\n    total = sum(input_data['values'])\n"
        "    input_data['values'].clear()\n    return total\n"
    )
    c = quick.compare(mutating, HONEST, add_up())
    assert c.a_verdict is Verdict.PASS
    assert Flag.INPUT_MUTATED in c.a_flags


def test_a_thread_that_works_between_turns_is_flagged(quick: Session) -> None:
    thief = (
        "import threading\n\n\ndef work():\n    while True:\n        sum(range(10_000))\n\n\n"
        "threading.Thread(target=work, daemon=True).start()\n\n\n" + HONEST
    )
    c = quick.compare(thief, HONEST, add_up())
    assert Flag.ASYNC_WORK in c.a_flags, c.reason
    assert Flag.ASYNC_WORK not in c.b_flags


def test_memoised_inputs_are_suspect(session: Session) -> None:
    patient = Session(executor=session.executor, paired=PairedSettings(budget_seconds=20.0))
    inputs = (
        "import random\n\n\ndef input_generator(seed, input_domain):\n"
        "    return {'values': [random.Random(seed).randrange(100) for _ in range(4)]}\n"
    )
    task = Task.make("test/memo", reference=LOOP.format(count=40_000), inputs=inputs, domains=("stress-x",))
    memo = (
        "known = {}\n\n\ndef solution(input_data):\n    key = tuple(input_data['values'])\n"
        "    if key not in known:\n        for _ in range(400_000):\n            pass\n"
        "        known[key] = sum(key)\n    return known[key]\n"
    )
    c = patient.compare(memo, LOOP.format(count=40_000), task)
    assert Flag.MEMO_SUSPECT in c.a_flags
    assert Flag.MEMO_SUSPECT not in c.b_flags


def test_a_closed_clock_is_no_way_out(quick: Session) -> None:
    liar = "import time\ntime.perf_counter_ns = lambda: 0\ntime.monotonic = lambda: 0.0\n" + LOOP.format(
        count=30_000
    )
    c = quick.compare(liar, LOOP.format(count=10_000), add_up())
    assert c.verdict is Answer.SLOWER, c.reason
