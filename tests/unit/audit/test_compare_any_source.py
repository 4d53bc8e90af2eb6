"""No source makes the comparison fail, and none is run."""

from __future__ import annotations

import ast
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effibench.audit.compare_source import (
    EFFECT_EXPECTED,
    ChangeLabel,
    SourceComparison,
    Step,
    compare_sources,
)
from effibench.tasks.task import Entry, EntryKind

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")
METHOD = Entry(kind=EntryKind.METHOD, owner="Solution", name="run")
PROGRAM = Entry(kind=EntryKind.PROGRAM)
LOOP = "def f(values):\n    return [value * 2 for value in values if value > 3]\n"


def compared(first: str, second: str, entry: Entry = FUNCTION) -> SourceComparison:
    return compare_sources(first, second, entry)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("def f(x:\n", "line 1"),
        ("", "does not define f"),
        ("def g(x):\n    return x\n", "does not define f"),
        ("x = '\0'\n", "source code"),
        ("x = '\ud800'\n", "cannot be parsed"),
        ("def f(x):\n    return " + "-" * 3000 + "x\n", ""),
        ("def f(x):\n    return " + " + ".join(["x"] * 3000) + "\n", ""),
        ("def f(x):\n    return " + "(" * 500 + "x" + ")" * 500 + "\n", ""),
        ("#" * (1 << 20) + "\n", "characters"),
        ("def f(x):\n    return 0x" + "f" * 8000 + "\n", "32000 bits"),
    ],
)
def test_a_source_that_cannot_be_compared_is_undecided(source: str, reason: str) -> None:
    for first, second in ((source, LOOP), (LOOP, source)):
        found = compared(first, second)
        assert found.label is ChangeLabel.UNDECIDED
        assert reason in found.reason
        assert not found.certain


def test_no_source_is_written_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 cannot write the f-string that `str` becomes here: it has a backslash inside."""

    def refused(*_: object) -> str:
        raise ValueError("Unable to avoid backslash in f-string expression part")

    monkeypatch.setattr(ast, "unparse", refused)
    source = 'def f(x):\n    n = len(str(x.replace("\\\\", ""))) + {}\n    while n:\n        n = n // 2\n    return n\n'
    assert compared(source.format(1), source.format(2)).label in ChangeLabel


def test_trees_that_exhaust_the_stack_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("effibench.audit.compare_source.decided", exhausted)
    assert "nested" in compared(LOOP, LOOP.replace("3", "4")).reason


def test_a_missing_method_is_named() -> None:
    source = "class Solution:\n    def other(self):\n        pass\n"
    assert compared(source, source, METHOD).reason == "first: the source does not define Solution.run"
    inherited = "class Base:\n    def run(self):\n        pass\nclass Solution(Base):\n    pass\n"
    assert compared(inherited, inherited, METHOD).step is Step.IDENTICAL


@given(st.text(max_size=200), st.sampled_from([FUNCTION, METHOD, PROGRAM]))
def test_no_text_makes_it_fail(text: str, entry: Entry) -> None:
    for first, second in ((text, LOOP), (LOOP, text), (text, text)):
        assert compare_sources(first, second, entry).label in ChangeLabel


@given(st.data())
@settings(max_examples=40)
def test_no_source_made_of_this_one_makes_it_fail(data: st.DataObject) -> None:
    lines = Path(__file__).read_text(encoding="utf-8").splitlines(keepends=True)
    start = data.draw(st.integers(0, len(lines)))
    count = data.draw(st.integers(0, 60))
    source = "".join(lines[start : start + count])
    assert compare_sources(source, LOOP, PROGRAM).label in ChangeLabel


def test_every_label_has_an_expectation_and_travels() -> None:
    assert set(EFFECT_EXPECTED) == set(ChangeLabel)
    found = compared(LOOP, LOOP)
    assert msgspec.json.decode(msgspec.json.encode(found), type=SourceComparison) == found


def test_sources_are_not_run() -> None:
    bomb = "raise SystemExit\n" + LOOP
    assert ast.parse(bomb)
    assert compared(bomb, bomb, FUNCTION).label is ChangeLabel.NO_CHANGE
