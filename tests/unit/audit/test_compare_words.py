"""Two sources that say the same in other words, and what only looks so."""

from __future__ import annotations

import pytest

from effibench.audit.compare_source import ChangeLabel, SourceComparison, Step, compare_sources
from effibench.tasks.task import Entry, EntryKind

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")
REWORDED = (ChangeLabel.REFACTORING, Step.NORMAL_FORMS, False)

LOOP = """
def f(values):
    found = []
    for value in values:
        if value > 3:
            found.append(value * 2)
    return found
"""


def compared(first: str, second: str) -> SourceComparison:
    return compare_sources(first, second, FUNCTION)


def step(first: str, second: str) -> tuple[ChangeLabel, Step, bool]:
    found = compared(first, second)
    return found.label, found.step, found.certain


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
