"""The ladder of the static comparison: identical, renamed, other words, another idea."""

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

LOOP = """
def f(values):
    found = []
    for value in values:
        if value > 3:
            found.append(value * 2)
    return found
"""


def compared(first: str, second: str, entry: Entry = FUNCTION) -> SourceComparison:
    return compare_sources(first, second, entry)


def step(first: str, second: str, entry: Entry = FUNCTION) -> tuple[ChangeLabel, Step, bool]:
    found = compared(first, second, entry)
    return found.label, found.step, found.certain


SAME = (ChangeLabel.NO_CHANGE, Step.IDENTICAL, True)
RENAMED = (ChangeLabel.REFACTORING, Step.RENAMED, True)
REWORDED = (ChangeLabel.REFACTORING, Step.NORMAL_FORMS, False)


# --- identical ---


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("def f(x):\n    return x\n", "def f(x):\n    '''What.'''\n    # why\n    return (x)\n"),
        ("def f(x):\n    return x\n", "def f(x: int) -> int:\n    assert x > 0\n    return x\n"),
        (
            "def f(x):\n    y = x\n    return y + 1\n",
            "def f(x):\n    y: int = x\n    z: int\n    return y + 1\n",
        ),
        ("def f(x):\n    return x\n", "import os, sys\nfrom typing import *\ndef f(x):\n    return x\n"),
        (
            "def f(x):\n    return x\n",
            "def f(x):\n    return x\nif '__main__' == __name__:\n    print(f(3))\n",
        ),
        (
            "def f(x):\n    return x\n",
            "def f(x):\n    return x\nprint(f(3))\nresult = f(4)\nassert f(5) == 5\n",
        ),
        ("def f(x):\n    return x\n", "def other():\n    return 1\nLIMIT = 3\ndef f(x):\n    return x\n"),
        ("def f(x):\n    return x\n", "def f(x):\n    return 1\ndef f(x):\n    return x\n"),
        (
            "def f(x):\n    if x:\n        return 'a'\n",
            'def f(x):\n    if x:\n        return u"a"\n    else:\n        pass\n',
        ),
        (
            "import math\ndef g(x):\n    return x\ndef f(x):\n    return g(x) + math.pi\n",
            "def f(x):\n    return g(x) + math.pi\ndef g(x):\n    return x\nimport math\n",
        ),
        (
            "class A(object):\n    def g(self):\n        pass\ndef f(x):\n    return A()\n",
            "class A:\n    pass\ndef f(x):\n    return A()\n",
        ),
    ],
)
def test_what_does_no_work_is_left_out(first: str, second: str) -> None:
    assert step(first, second) == SAME
    assert step(second, first) == SAME


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "def f(x):\n    return g(x)\ndef g(x):\n    return 1\n",
            "def f(x):\n    return g(x)\ndef g(x):\n    return 2\n",
        ),
        ("TABLE = [1]\ndef f(x):\n    return TABLE[x]\n", "TABLE = [2]\ndef f(x):\n    return TABLE[x]\n"),
        (
            "TABLE = []\nTABLE.append(1)\ndef f(x):\n    return TABLE[x]\n",
            "TABLE = []\ndef f(x):\n    return TABLE[x]\n",
        ),
        (
            "TABLE = []\ndef fill():\n    TABLE.append(1)\nfill()\ndef f(x):\n    return TABLE[x]\n",
            "TABLE = []\ndef f(x):\n    return TABLE[x]\n",
        ),
        (
            "def fill():\n    global TABLE\n    TABLE = [1]\nfill()\ndef f(x):\n    return TABLE[x]\n",
            "def fill():\n    global TABLE\n    TABLE = [2]\nfill()\ndef f(x):\n    return TABLE[x]\n",
        ),
        ("import gc\ngc.disable()\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"),
        ("def f(x):\n    return x\nf = cached(f)\n", "def f(x):\n    return x\n"),
        ("@cache\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"),
        ("def f(x):\n    import math\n    return math.pi\n", "import math\ndef f(x):\n    return math.pi\n"),
        ("from slow import *\ndef f(x):\n    return x\n", "def f(x):\n    return x\n"),
    ],
)
def test_what_the_entry_needs_is_compared(first: str, second: str) -> None:
    assert step(first, second) != SAME
    assert step(second, first) != SAME


def test_fields_of_a_dataclass_are_compared() -> None:
    source = "@dataclass\nclass P:\n    x: {kind}\ndef f(x):\n    return P(x)\n"
    assert step(source.format(kind="int"), source.format(kind="int")) == SAME
    assert step(source.format(kind="int"), source.format(kind="str")) != SAME


def test_asserts_that_were_left_out_are_named() -> None:
    found = compared("def f(x):\n    assert sorted(x)\n    return x\n", "def f(x):\n    return x\n")
    (evidence,) = found.evidence
    assert found.certain
    assert (evidence.feature, evidence.first, evidence.first_lines) == ("asserts, left out", "1", (2,))


def test_methods_that_nothing_calls_are_left_out() -> None:
    short = (
        "class Solution:\n    def run(self, x):\n        return self.help(x)\n"
        "    def help(self, x):\n        return x\n"
    )
    long = (
        "class Solution:\n    def unused(self):\n        return 3\n    def help(self, x):\n        return x\n"
        "    def run(self, x):\n        return self.help(x)\n"
    )
    assert step(short, long, METHOD) == SAME
    assert step(short, short.replace("return x\n", "return x + 1\n"), METHOD) != SAME


def test_getattr_may_call_every_method() -> None:
    source = (
        "class Solution:\n    def run(self, x):\n        return getattr(self, x)()\n"
        "    def help(self):\n        return {}\n"
    )
    assert step(source.format(1), source.format(1), METHOD) == SAME
    assert step(source.format(1), source.format(2), METHOD) != SAME


def test_a_program_is_all_that_runs() -> None:
    first = "def main():\n    print(input())\nif __name__ == '__main__':\n    main()\n"
    second = "def unused():\n    pass\ndef main():\n    print(input())\nmain()\n"
    assert step(first, second, PROGRAM) == SAME
    assert step(first, "def main():\n    print(input())\n", PROGRAM) != SAME
    assert step("x = 1\nprint(x)\n", "x = 2\nprint(x)\n", PROGRAM) != SAME


# --- renamed ---


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (LOOP, LOOP.replace("values", "numbers").replace("value", "n").replace("found", "result")),
        ("def f(a, b):\n    return a - b\n", "def f(b, a):\n    return b - a\n"),
        (
            "def g(x):\n    return x\ndef f(x):\n    return g(x)\n",
            "def helper(y):\n    return y\ndef f(z):\n    return helper(z)\n",
        ),
        ("import numpy as np\ndef f(x):\n    return np.sum(x)\n", "import numpy\ndef f(x):\n    return numpy.sum(x)\n"),
        (
            "from math import sqrt as s\ndef f(x):\n    return s(x)\n",
            "from math import sqrt\ndef f(x):\n    return sqrt(x)\n",
        ),
        ("def f(x):\n    return [y for y in x if y]\n", "def f(x):\n    return [x for x in x if x]\n"),
        ("def f(x):\n    return sorted(x, key=lambda y: -y)\n", "def f(v):\n    return sorted(v, key=lambda x: -x)\n"),
        (
            "def f(x):\n    try:\n        return 1 / x\n    except ValueError as e:\n        return e\n",
            "def f(x):\n    try:\n        return 1 / x\n    except ValueError as error:\n        return error\n",
        ),
        (
            "def f(x):\n    n = 0\n"
            "    def g():\n        nonlocal n\n        n += 1\n    g()\n    return n\n",
            "def f(x):\n    total = 0\n"
            "    def add():\n        nonlocal total\n        total += 1\n    add()\n    return total\n",
        ),
        (
            "N = 0\ndef f(x):\n    global N\n    N += x\n    return N\n",
            "count = 0\ndef f(x):\n    global count\n    count += x\n    return count\n",
        ),
        (
            "def f(x):\n    match x:\n        case [a, *b]:\n            return a, b\n",
            "def f(x):\n    match x:\n        case [head, *tail]:\n            return head, tail\n",
        ),
        ("def f(x):\n    return [y for y in x]\n", "def f(v):\n    return [y for y in v]\n"),
        (
            "x = 5\nclass A:\n    x = 1\n    def m(self):\n        return x\ndef f(v):\n    return A().m()\n",
            "y = 5\nclass A:\n    x = 1\n    def m(self):\n        return y\ndef f(v):\n    return A().m()\n",
        ),
        ("def f(x):\n    return (y := x) + y\n", "def f(x):\n    return (z := x) + z\n"),
        ("def f(x):\n    return [z := y for y in x], z\n", "def f(x):\n    return [last := v for v in x], last\n"),
    ],
)  # fmt: skip
def test_names_alone_are_a_refactoring_for_certain(first: str, second: str) -> None:
    assert step(first, second) == RENAMED
    assert step(second, first) == RENAMED


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("def f(a, b):\n    return a - b\n", "def f(a, b):\n    return b - a\n"),
        ("def f(x):\n    return len(x)\n", "def f(x):\n    return sum(x)\n"),
        ("def f(x):\n    return x.a\n", "def f(x):\n    return x.b\n"),
        ("def f(x):\n    y = 1\n    return lambda: y\n", "def f(x):\n    y = 1\n    return lambda: x\n"),
        (
            "def f(x):\n    def g(y):\n        return x\n    return g(1)\n",
            "def f(x):\n    def g(y):\n        return y\n    return g(1)\n",
        ),
        ("y = 1\ndef f(x):\n    return y\n", "def f(x):\n    y = 1\n    return y\n"),
        ("def f(x):\n    return [x for y in x]\n", "def f(x):\n    return [y for y in x]\n"),
        ("import math\ndef f(x):\n    return math.pi\n", "import cmath\ndef f(x):\n    return cmath.pi\n"),
        (
            "class A:\n    a = 1\n    b = 2\ndef f(x):\n    return A.a\n",
            "class A:\n    b = 1\n    a = 2\ndef f(x):\n    return A.a\n",
        ),
        (
            "def f(x):\n    a = b = 0\n    def g():\n        nonlocal a\n        a += 1\n    g()\n    return a\n",
            "def f(x):\n    a = b = 0\n    def g():\n        nonlocal b\n        b += 1\n    g()\n    return a\n",
        ),
        # Locals can be read by name here, so that names are part of what is done.
        ("def f(x):\n    y = 1\n    return locals()\n", "def f(x):\n    z = 1\n    return locals()\n"),
        (
            "def g(a, b):\n    return a\ndef f(x):\n    return g(a=x, b=1)\n",
            "def g(a, b):\n    return a\ndef f(x):\n    return g(b=x, a=1)\n",
        ),
    ],
)
def test_other_variables_are_no_renaming(first: str, second: str) -> None:
    assert not compared(first, second).certain
    assert not compared(second, first).certain


# --- other words ---


def body(*lines: str) -> str:
    return "def f(x, y=0):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (body("return x > y"), body("return y < x")),
        (body("return x != y"), body("return not y == x")),
        (body("return x not in y"), body("return not x in y")),
        (body("return 0 <= x < y"), body("return 0 <= x and y > x")),
        (body("return 2 * x"), body("return x * 2")),
        (
            body("if x < 3:", "    return 1", "return 2"),
            body("if x < 3:", "    return 1", "else:", "    return 2"),
        ),
        (body("if x < 3:", "    return 1", "return 2"), body("return 1 if x < 3 else 2")),
        (
            body("if x:", "    if y:", "        return 1", "return 2"),
            body("if x and y:", "    return 1", "return 2"),
        ),
        (
            body("if not x:", "    y = 1", "else:", "    y = 2", "return y"),
            body("if x:", "    y = 2", "else:", "    y = 1", "return y"),
        ),
        (body("if x:", "    y = 1", "else:", "    y = 2", "return y"), body("y = 1 if x else 2", "return y")),
        (body("if x == 3:", "    return True", "return False"), body("return x == 3")),
        (body("if x == 3:", "    return False", "else:", "    return True"), body("return x != 3")),
        (body("return True if x < 3 else False"), body("return x < 3")),
        (body("if len(x) == 0:", "    return 1", "return 2"), body("if not x:", "    return 1", "return 2")),
        (body("if len(x) > 0:", "    return 1", "return 2"), body("if x:", "    return 1", "return 2")),
        (body("x += 1", "return x"), body("x = x + 1", "return x")),
        (body("a, b = 1, 2", "return a + b + x"), body("a = 1", "b = 2", "return a + b + x")),
        (body("a = b = 0", "return a + b + x"), body("a = 0", "b = 0", "return a + b + x")),
        (body("z = x + y", "return z"), body("return x + y")),
        (body('return f"{x} and {y:>3}"'), body('return "{} and {:>3}".format(x, y)')),
        (body('return f"{x} and {y!r}"'), body('return "{0} and {b!r}".format(x, b=y)')),
        (body('return f"{x}-{y}%"'), body('return "%s-%s%%" % (x, y)')),
        (body('return f"a{x}b"'), body('return "a" + str(x) + "b"')),
        (body("return sum(a for a in x)"), body("return sum([a for a in x])")),
        (body("return [str(a) for a in x]"), body("return list(map(str, x))")),
        (body("return ''.join(a + y for a in x)"), body("return ''.join(map(lambda a: a + y, x))")),
        (body("return [a for a in x if a > y]"), body("return list(filter(lambda a: a > y, x))")),
        (body("return {a for a in x}"), body("return set([a for a in x])")),
        (body("return {a: 1 for a in x}"), body("return dict([(a, 1) for a in x])")),
        (body("return sorted(set(x))"), body("return sorted(list(set(x)))")),
        (body("z = []", "return z + x"), body("z = list()", "return z + x")),
        (
            body("for i in range(y):", "    x += i", "return x"),
            body("for i in range(0, y, 1):", "    x += i", "return x"),
        ),
        (
            body("for a in x:", "    y += a", "return y"),
            body("for i in range(len(x)):", "    y += x[i]", "return y"),
        ),
        (
            body("for a in x:", "    y += a", "return y"),
            body("for i, a in enumerate(x):", "    y += a", "return y"),
        ),
        (
            body("for i, a in enumerate(x):", "    y += a * i", "return y"),
            body("for i in range(len(x)):", "    y += x[i] * i", "return y"),
        ),
        (body("return [a for a in x if a]"), body("return [x[i] for i in range(len(x)) if x[i]]")),
        (
            body("return [a * 2 for a in x if a]"),
            body("z = []", "for a in x:", "    if a:", "        z.append(a * 2)", "return z"),
        ),
        (
            body("return {a + b for a in x for b in a}"),
            body("z = set()", "for a in x:", "    for b in a:", "        z.add(a + b)", "return z"),
        ),
        (body("return {a: a + 1 for a in x}"), body("z = {}", "for a in x:", "    z[a] = a + 1", "return z")),
        (
            "import math\ndef f(x):\n    return math.sqrt(x)\n",
            "from math import sqrt\ndef f(x):\n    return sqrt(x)\n",
        ),
        (
            "import math\ndef f(x):\n    return math.sqrt(x)\n",
            "def f(x):\n    import math\n    return math.sqrt(x)\n",
        ),
    ],
)
def test_the_same_in_other_words(first: str, second: str) -> None:
    assert step(first, second) == REWORDED
    assert step(second, first) == REWORDED


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # A list is copied by the one and extended in place by the other.
        (
            body("z = []", "for a in x:", "    z += [a, a]", "return z"),
            body("z = []", "for a in x:", "    z = z + [a, a]", "return z"),
        ),
        (
            body("for i in range(len(x)):", "    x[i] = x[i] + 1", "return x"),
            body("for a in x:", "    a = a + 1", "return x"),
        ),
        (
            body("for i in range(len(x)):", "    x.append(x[i])", "return x"),
            body("for a in x:", "    x.append(a)", "return x"),
        ),
        (body("z = [1]", "for a in x:", "    z.append(a)", "return z"), body("return [a for a in x]")),
        (
            body("z = []", "for a in x:", "    z.append(len(z))", "return z"),
            body("return [len(a) for a in x]"),
        ),
        (body("return x - y"), body("return y - x")),
        (body("return x <= y"), body("return x < y")),
        (body('return "{:3}".format(x)'), body('return f"{x:4}"')),
        (body('return "%5s" % x'), body('return f"{x}"')),
        (body('return "%x" % x'), body('return f"{x}"')),
    ],
)
def test_what_is_not_the_same(first: str, second: str) -> None:
    assert compared(first, second).step is Step.FEATURES
    assert compared(second, first).step is Step.FEATURES


def test_evidence_names_the_form_and_its_lines() -> None:
    found = compared(LOOP, "def f(values):\n    return [v * 2 for v in values if v > 3]\n")
    forms = {evidence.feature: evidence for evidence in found.evidence}
    assert forms["append loop against a comprehension"].first_lines == (4,)
    assert forms["append loop against a comprehension"].second_lines == ()
    assert (found.label, found.effect_expected, found.certain) == (ChangeLabel.REFACTORING, False, False)


# --- no source can make it fail ---


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


def test_trees_that_exhaust_the_stack_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhausted(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr("effibench.audit.compare_source.decided", exhausted)
    assert "nested" in compared(LOOP, LOOP.replace("3", "4")).reason


def test_a_missing_method_is_named() -> None:
    source = "class Solution:\n    def other(self):\n        pass\n"
    assert compared(source, source, METHOD).reason == "first: the source does not define Solution.run"
    inherited = "class Base:\n    def run(self):\n        pass\nclass Solution(Base):\n    pass\n"
    assert step(inherited, inherited, METHOD) == SAME


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
