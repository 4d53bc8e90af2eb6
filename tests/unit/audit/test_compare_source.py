"""The first steps of the static comparison, which are certain, and sources that cannot be compared."""

from __future__ import annotations

import pytest

from effibench.audit.compare_source import (
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


# --- identical ---


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("def f(x):\n    return x\n", "def f(x):\n    '''What.'''\n    # why\n    return (x)\n"),
        ("def f(x):\n    return x\n", "def f(x: int) -> int:\n    return x\n"),
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
