"""When the same work is the same work for certain: asserts, and imports of one name, are what labels do not see."""

from __future__ import annotations

import pytest

from effibench.audit.compare_source import ChangeLabel, SourceComparison, Step, compare_sources
from effibench.tasks.task import Entry, EntryKind

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")
PROGRAM = Entry(kind=EntryKind.PROGRAM)
SAME = (ChangeLabel.NO_CHANGE, Step.IDENTICAL, True)
RENAMED = (ChangeLabel.REFACTORING, Step.RENAMED, True)

ASSERTING = "def f(x):\n    assert {}\n    return x\n"
QUADRATIC = "all(a != b for i, a in enumerate(x) for b in x[:i])"


def compared(first: str, second: str, entry: Entry = FUNCTION) -> SourceComparison:
    return compare_sources(first, second, entry)


def step(first: str, second: str, entry: Entry = FUNCTION) -> tuple[ChangeLabel, Step, bool]:
    found = compared(first, second, entry)
    return found.label, found.step, found.certain


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        (ASSERTING.format(QUADRATIC), "def f(x):\n    return x\n", ("1", "0")),
        (ASSERTING.format(QUADRATIC), ASSERTING.format("x"), ("1", "1")),
        (
            "def f(x):\n    for y in x:\n        assert y\n    return x\n",
            "def f(x):\n    assert x\n    for y in x:\n        pass\n    return x\n",
            ("1", "1"),
        ),
    ],
)
def test_asserts_that_were_left_out_are_named_and_nothing_is_certain(
    first: str, second: str, counts: tuple[str, str]
) -> None:
    found = compared(first, second)
    (evidence,) = found.evidence
    assert (found.label, found.step, found.certain) == (ChangeLabel.NO_CHANGE, Step.IDENTICAL, False)
    assert (evidence.feature, evidence.first, evidence.second) == ("asserts, left out", *counts)


def test_a_renaming_with_other_asserts_is_not_certain() -> None:
    first = "def f(x):\n    y = x\n    assert sorted(y)\n    return y\n"
    second = first.replace("y", "z")
    assert step(first, second) == RENAMED
    found = compared(first, second.replace("sorted(z)", "z"))
    assert (found.step, found.certain) == (Step.RENAMED, False)
    assert [evidence.feature for evidence in found.evidence][1:] == ["asserts, left out"]


def test_asserts_that_are_the_same_or_that_no_call_reaches_change_nothing() -> None:
    source = ASSERTING.format(QUADRATIC)
    assert step(source, source + "assert f([]) == []\n") == SAME
    assert compared(source, source + "assert f([]) == []\n").evidence == ()
    assert step("assert 1\nprint(2)\n", "print(2)\n", PROGRAM) == (*SAME[:2], False)


POW = "from {} import pow\nfrom {} import pow\ndef f(x):\n    return pow(x, 2)\n"
ALL = POW.replace("import pow", "import *")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (POW.format("math", "operator"), POW.format("operator", "math")),
        (ALL.format("math", "operator"), ALL.format("operator", "math")),
        (
            "pow = 3\nfrom math import pow\ndef f(x):\n    return pow\n",
            "from math import pow\npow = 3\ndef f(x):\n    return pow\n",
        ),
        (
            "def pow(x):\n    return x\nfrom math import *\ndef f(x):\n    return pow(x)\n",
            "from math import *\ndef pow(x):\n    return x\ndef f(x):\n    return pow(x)\n",
        ),
    ],
)
def test_which_binding_of_a_name_comes_last_is_compared(first: str, second: str) -> None:
    assert not compared(first, second).certain
    assert not compared(second, first).certain
    assert step(first, first) == step(second, second) == SAME


def test_the_order_of_imports_makes_no_difference_else() -> None:
    rest = "sys.setrecursionlimit(99)\ndef f(x):\n    return sqrt(sys.maxsize) + os.path.sep\n"
    first = "import sys\nimport os\nimport os.path\nfrom math import sqrt\n" + rest
    second = "from math import sqrt\nimport os.path\nimport os\nimport sys\nimport os\n" + rest
    assert step(first, second) == SAME
