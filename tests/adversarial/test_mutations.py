"""Mutation testing of the bundled tasks' validators, each in a judge process, as answers of candidates meet it.

Every systematic corruption of the right answer of every case (of a stress domain's cases, which differ in nothing but
their random numbers, the first), and the right answer with one float just outside the tolerance, has to be rejected.
What counts as a wrong answer is decided by an equality of its own (float_leaves.py) with the tolerances below, not by
the comparison that the validators call.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from float_leaves import float_arrays, may_stand_for, nudged

from effibench import values
from effibench.tasks._corrupt_core import raw_corruptions
from effibench.tasks.corruptions import Corruption
from effibench.tasks.load import list_tasks, load_task
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.executor import CaseInput
from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE
from effibench.timing.memfile import Slice
from effibench.timing.session import Session
from effibench.timing.suite import Suite

# What each task promises: |answer - reference| <= atol + rtol * |reference|, and nothing else may differ.
TOLERANCES = {
    "numba/alarm-hysteresis": (0.0, 0.0),
    "numba/rolling-median-deviation": (1e-9, 1e-9),
    "numpy/batch-determinant-2x2": (1e-9, 1e-8),
    "numpy/discounted-cumsum": (1e-8, 1e-8),
    "numpy/earlier-greater-share": (1e-12, 1e-12),
    "numpy/neighbourhood-sums": (0.0, 0.0),
    "numpy/pairwise-distance": (1e-9, 1e-12),
    "pandas/group-quadratic-form": (1e-6, 1e-6),
    "pandas/interleave-rows": (0.0, 0.0),
    "pandas/last-known-price": (1e-9, 1e-9),
    "pandas/sessionise-events": (1e-9, 1e-9),
    "polars/explode-basket-pairs": (0.0, 0.0),
    "polars/rolling-active-users": (0.0, 0.0),
    "polars/top-n-per-group": (0.0, 0.0),
    "scipy/events-within-radius": (0.0, 0.0),
    "scipy/sparse-row-normalise": (1e-12, 1e-12),
    "torch/rowwise-dot": (1e-4, 1e-4),
    "torch/voxel-max-pool": (0.0, 0.0),
}
SCORE: dict[str, Counter[str]] = {}  # by task: how many mutants met which end


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    directory = str(tmp_path_factory.mktemp("lanes"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(os.environ, LOCK_DIRECTORY_VARIABLE, directory)
        with Session(lane_wait_seconds=60.0) as opened:
            yield opened


def mutants(answer: object, rtol: float, atol: float) -> Iterator[Corruption]:
    """The wrong answers to try, those that happen to be right among them."""
    yield from raw_corruptions(answer, leaves=8)
    for number in range(len(float_arrays(answer))):
        outside = nudged(answer, rtol, atol, 3.0, only=number)
        yield Corruption(f"float array {number} just outside the tolerance", "value", outside)


def cases(suite: Suite) -> Iterator[tuple[CaseInput, Slice]]:
    """Cases, each with its right answer."""
    seen = set()
    for case, expected in zip(suite.cases, suite.expected, strict=True):
        if case.domain in seen and case.domain.startswith("stress-"):
            continue
        seen.add(case.domain)
        assert isinstance(expected, Slice)
        yield case, expected
    assert seen == set(suite.task.domains) or not suite.task.domains


def killed(
    session: Session, task: Task, case: CaseInput, expected: Slice, right: bytes, mutant: Corruption
) -> str:
    """What became of one mutant: `killed`, `refused` (the codec takes no such value), `equal`, or `SURVIVED`."""
    try:
        document = values.encode(mutant.value)
    except values.CodecError:
        return "refused"
    if document == right:
        return "equal"
    if not session.executor.judge(task, case, expected, Slice.of(document)).ok:
        return "killed"
    rtol, atol = TOLERANCES.get(task.id, (0.0, 0.0))
    return "equal" if may_stand_for(mutant.value, values.decode(right), rtol, atol) else "SURVIVED"


@pytest.mark.parametrize("name", list_tasks())
def test_every_wrong_answer_is_rejected(name: str, session: Session) -> None:
    task = load_task(name)
    counts = SCORE.setdefault(name, Counter())
    survivors = []
    for case, expected in cases(session.prepare(task)):
        right = expected.read()
        for mutant in mutants(values.decode(right), *TOLERANCES[name]):
            end = killed(session, task, case, expected, right, mutant)
            counts[end] += 1
            counts[f"kind {mutant.kind}"] += end in ("killed", "refused")
            if end == "SURVIVED":
                survivors.append(f"{mutant.kind}: {mutant.name} ({case.domain}, seed {case.seed})")
    dead = counts["killed"] + counts["refused"]
    print(f"{name}: {dead} of {dead + len(survivors)} mutants killed, {counts['equal']} equal to the answer")
    assert not survivors
    for kind in ("none", "empty", "truncated", "structure", "dtype", "value", "extended"):
        assert counts[f"kind {kind}"], f"no mutant of the kind {kind}"


@pytest.mark.parametrize("name", [name for name, (rtol, _) in TOLERANCES.items() if rtol])
def test_an_answer_within_the_tolerance_is_accepted(name: str, session: Session) -> None:
    task = load_task(name)
    moved = 0
    for case, expected in cases(session.prepare(task)):
        near = values.encode(nudged(values.decode(expected.read()), *TOLERANCES[name], 0.3))
        moved += near != expected.read()
        judgement = session.executor.judge(task, case, expected, Slice.of(near))
        assert judgement.ok, judgement.reason
    assert moved


def test_the_score_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    if set(SCORE) != set(list_tasks()):
        pytest.skip("needs the mutants of all tasks")
    total = sum(SCORE.values(), Counter())
    dead = total["killed"] + total["refused"]
    with capsys.disabled():
        kinds = ", ".join(f"{key[5:]} {total[key]}" for key in sorted(total) if key.startswith("kind "))
        score = dead / (dead + total["SURVIVED"])
        print(f"\nmutation score {score:.2%} over {len(SCORE)} tasks: {dead} killed ({kinds})")
    assert total["SURVIVED"] == 0
    assert dead > 10_000


# --- the test itself must be able to fail ---

BLIND = {
    "accepts everything": "def output_validator(pred, ref):\n    return True\n",
    "broadcasts": "import numpy as np\ndef output_validator(pred, ref):\n    return np.allclose(pred, ref)\n",
    "cuts short": "def output_validator(pred, ref):\n    return all(abs(a - b) < 1e-9 for a, b in zip(pred, ref))\n",
    "asks the answer": "def output_validator(pred, ref):\n    return bool((pred == ref).all())\n",
    "asserts nothing": "def output_validator(pred, ref):\n    assert len(pred) == len(ref)\n",
}


@pytest.mark.parametrize("way", BLIND)
def test_a_blind_validator_is_found_out(way: str, session: Session) -> None:
    task = Task.make(
        "test/blind",
        reference="import numpy as np\ndef solution(d):\n    return np.array([1.5, 2.5, 4.0])\n",
        cases=[LiteralCase(input={})],
        libraries=("numpy",),
        validator=BLIND[way],
    )
    ((case, expected),) = cases(session.prepare(task))
    right = expected.read()
    ends = Counter(
        killed(session, task, case, expected, right, mutant) for mutant in mutants(values.decode(right), 0, 0)
    )
    assert ends["SURVIVED"]


def test_every_task_has_its_tolerance() -> None:
    assert set(TOLERANCES) == set(list_tasks())
