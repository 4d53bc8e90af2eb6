"""The task model: contradictions are refused by name, and the digest covers all that decides."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.candidate import Candidate
from effibench.errors import CandidateError, TaskError
from effibench.model import Limits
from effibench.tasks.task import Entry, EntryKind, LiteralCase, ResultPolicy, Task

FIELDS: dict[str, Any] = {
    "id": "a/b",
    "reference": "solution = len",
    "inputs": "def input_generator(seed, domain): ...",
    "domains": ("stress-large", "correctness-small"),
}


def task(**changes: Any) -> Task:
    return Task(**(FIELDS | changes))


def literal(*cases: LiteralCase, **changes: Any) -> Task:
    return Task(id="a/b", reference="solution = len", cases=cases, **changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"isolation": "none"}, r"run\.isolation = 'none'.*case or candidate"),
        ({"device": "tpu"}, r"run\.device = 'tpu'.*cpu or cuda"),
        ({"cores": 0}, r"run\.cores = 0.*at least 1"),
        ({"domains": ()}, "at least one entry in domains"),
        ({"domains": ("small",)}, r"domains has 'small'.*correctness- or stress-"),
        ({"domains": ("correctnes-small",)}, "domains has 'correctnes-small'"),
        ({"domains": ("stress-a", "stress-a")}, "'stress-a' more than once"),
        ({"inputs": "", "domains": ()}, "either inputs .* or cases"),
        ({"cases": (LiteralCase(input=1),)}, "either inputs .* or cases"),
        ({"reference": ""}, "generated inputs need a reference"),
        (
            {"inputs": "", "domains": (), "reference": "", "cases": (LiteralCase(input=1),)},
            "a case without an expected value needs a reference",
        ),
    ],
)
def test_a_contradiction_names_the_task_and_the_field(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(TaskError, match=rf"^task a/b: .*{words}"):
        task(**changes)


def test_cases_with_expected_values_need_no_reference() -> None:
    made = Task(id="a/b", cases=(LiteralCase(input=1, expected=None),))
    assert made.cases[0].expected is None
    assert LiteralCase(input=1).expected is msgspec.UNSET


@pytest.mark.parametrize("field", ["dtype", "order", "laziness"])
def test_a_policy_value_must_be_known(field: str) -> None:
    with pytest.raises(ValueError, match=rf"result\.{field} = 'loose': expected one of"):
        msgspec.structs.replace(ResultPolicy(), **{field: "loose"})


def test_correctness_domains_come_first_in_the_order_given() -> None:
    made = task(domains=("stress-b", "correctness-z", "stress-a", "correctness-a"))
    assert made.ordered_domains() == ("correctness-z", "correctness-a", "stress-b", "stress-a")


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        (Entry(), "solution"),
        (Entry(kind=EntryKind.FUNCTION, name="two_sum"), "two_sum"),
        (Entry(kind=EntryKind.METHOD, name="twoSum", owner="Solution"), "Solution().twoSum"),
        (Entry(kind=EntryKind.PROGRAM), "a program that reads stdin"),
    ],
)
def test_an_entry_reads_like_code(entry: Entry, text: str) -> None:
    assert str(entry) == text


# --- make ---


def generate(seed: int, input_domain: str) -> dict[str, int]:
    return {"x": seed}


def best(input_data: dict[str, int]) -> int:
    return input_data["x"]


def accept(pred_output: int, ref_output: int) -> bool:
    return pred_output == ref_output


def test_make_takes_functions_and_binds_them_to_the_names_the_processes_look_for() -> None:
    made = Task.make("a/b", reference=best, inputs=generate, validator=accept, domains=("stress-a",))
    for text, name, function in (
        (made.reference, "solution", best),
        (made.inputs, "input_generator", generate),
        (made.validator, "output_validator", accept),
    ):
        namespace: dict[str, Any] = {}
        exec(text, namespace)
        assert namespace[name] is namespace[function.__name__]


def test_make_binds_the_reference_to_the_entry_points_name() -> None:
    entry = Entry(kind=EntryKind.FUNCTION, name="answer")
    made = Task.make("a/b", reference=best, cases=[LiteralCase(input=[{"x": 1}])], entry=entry)
    assert made.reference.endswith("\nanswer = best\n")
    assert made.cases == (LiteralCase(input=[{"x": 1}]),)


def test_make_takes_text_paths_and_candidates(tmp_path: Path) -> None:
    file = tmp_path / "reference.py"
    file.write_text("solution = len", encoding="utf-8")
    for reference in (str(file), "solution = len", Candidate(source="solution = len")):
        assert (
            Task.make("a/b", reference=reference, cases=[LiteralCase(input=[])]).reference == "solution = len"
        )


def test_make_refuses_what_has_no_text() -> None:
    with pytest.raises(CandidateError, match="lambda"):
        Task.make("a/b", reference=lambda data: data, cases=[LiteralCase(input=1)])


# --- digest ---


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", "a/c"),
        ("reference", "solution = sum"),
        ("inputs", "def input_generator(seed, domain): return 1"),
        ("domains", ("correctness-small", "stress-large")),
        ("validator", "def output_validator(a, b): ..."),
        ("libraries", ("numpy",)),
        ("entry", Entry(name="other")),
        ("entry", Entry(kind=EntryKind.PROGRAM)),
        ("limits", Limits(call_seconds=4.0)),
        ("limits", Limits(memory_bytes=1 << 20)),
        ("result", ResultPolicy(dtype="kind")),
        ("result", ResultPolicy(rtol=1e-3)),
        ("result", ResultPolicy(subprocesses=True)),
        ("cores", 2),
        ("device", "cuda"),
        ("isolation", "candidate"),
    ],
)
def test_every_decisive_field_changes_the_digest(field: str, value: Any) -> None:
    assert task(**{field: value}).digest != task().digest


@pytest.mark.parametrize("field", ["title", "prompt", "library", "created", "taxonomy", "difficulty"])
def test_words_do_not_change_the_digest(field: str) -> None:
    assert task(**{field: "other"}).digest == task().digest
    assert task(spectrum={"a": "x"}, wrong={"b": "y"}, source={"kind": "z"}).digest == task().digest


def test_the_digest_is_the_same_for_equal_tasks() -> None:
    assert task().digest == task().digest
    assert len(task().digest) == 64


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LiteralCase(input=1), LiteralCase(input=2)),
        (LiteralCase(input=1), LiteralCase(input=1.0)),
        (LiteralCase(input=1), LiteralCase(input=True)),
        (LiteralCase(input=[1, 2]), LiteralCase(input=(1, 2))),
        (LiteralCase(input=0.0), LiteralCase(input=-0.0)),
        (LiteralCase(input=1), LiteralCase(input=1, expected=1)),
        (LiteralCase(input=1), LiteralCase(input=1, expected=None)),
        (LiteralCase(input=1, expected=1), LiteralCase(input=1, expected=2)),
        (LiteralCase(input=1), LiteralCase(input=1, domain="stress")),
    ],
)
def test_literal_cases_change_the_digest(one: LiteralCase, other: LiteralCase) -> None:
    assert literal(one).digest == literal(one).digest
    assert literal(one).digest != literal(other).digest
    assert literal(one).digest != literal(one, one).digest


def test_long_arrays_differ_wherever_they_differ() -> None:
    # Their printed forms are equal: numpy leaves out the middle.
    np = pytest.importorskip("numpy")
    changed = np.zeros(5000)
    changed[2500] = 1.0
    assert literal(LiteralCase(input=np.zeros(5000))).digest != literal(LiteralCase(input=changed)).digest


def test_a_case_that_cannot_travel_is_named() -> None:
    with pytest.raises(TaskError, match=r"task a/b: cases\[1\]: .*object"):
        _ = literal(LiteralCase(input=1), LiteralCase(input=[object()])).digest
    with pytest.raises(TaskError, match=r"cases\[0\]: .*function"):
        _ = literal(LiteralCase(input=1, expected=test_a_case_that_cannot_travel_is_named)).digest


def test_dates_travel() -> None:
    assert literal(LiteralCase(input=datetime.date(2026, 1, 1))).digest


def test_a_task_can_be_cut_to_some_domains() -> None:
    generated = Task(
        id="a/b",
        inputs="i",
        reference="r",
        domains=("correctness-a", "stress-b", "stress-c"),
        counts={"stress-b": 2, "stress-c": 3},
    )
    cut = generated.only(["stress-b"])
    assert (cut.domains, cut.counts, cut.inputs) == (("stress-b",), {"stress-b": 2}, "i")
    assert cut.digest != generated.digest
    cases = LiteralCase(input=1, domain="correctness"), LiteralCase(input=2, domain="stress")
    assert literal(*cases).only(["stress"]).cases == cases[1:]
    with pytest.raises(TaskError, match="no domain 'stress-x'; it has correctness-a, stress-b, stress-c"):
        generated.only(["stress-x"])


def test_counts_are_of_known_domains() -> None:
    for counts in ({"stress-x": 1}, {"stress-b": 0}):
        with pytest.raises(TaskError, match="counts has"):
            Task(id="a/b", inputs="i", reference="r", domains=("stress-b",), counts=counts)
