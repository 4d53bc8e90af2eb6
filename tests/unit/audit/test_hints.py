"""Which argument to make larger first."""

from __future__ import annotations

import csv
import json

import msgspec
import pytest
from external_data import data_folder
from hypothesis import given
from hypothesis import strategies as st

from effibench.audit.hints import HintKind, Hints, complexity_hints
from effibench.audit.origins import local_origins
from effibench.audit.syntax import parse
from effibench.tasks.task import Entry, EntryKind

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")


def hints(*lines: str, before: str = "", signature: str = "x, y, z=0") -> Hints:
    return complexity_hints(
        before + f"def f({signature}):\n" + "".join(f"    {line}\n" for line in lines), FUNCTION
    )


def degrees(found: Hints) -> dict[str, int]:
    return {argument.name: argument.degree for argument in found.arguments}


def kinds(found: Hints, name: str = "x") -> dict[HintKind, tuple[int, int]]:
    """Line and degree of a parameter's hints."""
    argument = next(argument for argument in found.arguments if argument.name == name)
    return {hint.kind: (hint.line, hint.degree) for hint in argument.hints}


@pytest.mark.parametrize(
    ("lines", "x", "y"),
    [
        (["return x + y"], 0, 0),
        (["for a in x:", "    pass"], 1, 0),
        (["for a in x:", "    for b in x:", "        pass"], 2, 0),
        (["for a in x:", "    for b in y:", "        pass"], 1, 1),
        (["for a in y:", "    pass", "for a in x:", "    for b in x:", "        pass"], 2, 1),
        (["n = len(x)", "for i in range(n):", "    for j in range(i):", "        pass"], 2, 0),
        (["for i in range(y):", "    for j in range(10):", "        pass"], 0, 1),
        (["low, high = 0, len(x)", "while low < high:", "    low += 1"], 1, 0),
        (["while True:", "    if y > 3:", "        break"], 0, 1),
        (["return [a + b for a in x for b in x if a]"], 2, 0),
        (["for row in x:", "    for cell in row:", "        y += cell"], 2, 0),
        (["return sum(x) + y"], 1, 0),
        (["return [sum(x) for a in y]"], 1, 1),
        (["return [sum(a) for a in x]"], 2, 0),
        (["s = sorted(x)", "t = s", "for a in t:", "    pass"], 1, 0),
        (
            ["s = []", "for a in x:", "    s.append(a)", "for b in s:", "    for c in s:", "        pass"],
            2,
            0,
        ),
        (["s = {}", "s[y] = 1", "for b in s:", "    pass"], 0, 1),
        (["return sorted(x, key=lambda a: sum(a))"], 2, 0),
        (["for a, b in combinations(x, 2):", "    pass"], 2, 0),
    ],
)
def test_powers_of_the_size(lines: list[str], x: int, y: int) -> None:
    found = hints(*lines)
    assert degrees(found) == {"x": x, "y": y, "z": 0}
    assert found.first == (None if x == y == 0 else 0 if x >= y else 1)


@pytest.mark.parametrize(
    ("signature", "lines", "expected"),
    [
        ("x: list, y", ["for a in y:", "    if a in x:", "        return a"], {HintKind.MEMBERSHIP: (3, 1)}),
        (
            "x, y",
            ["for a in x:", "    if a in x:", "        return a"],
            {HintKind.LOOPS: (2, 1), HintKind.MEMBERSHIP: (3, 2)},
        ),
        ("x: set, y", ["for a in y:", "    if a in x:", "        return a"], {}),
        ("x, y", ["for a in y:", "    if a in 'abc':", "        return x"], {}),
        ("x, y", ["for a in x:", "    y = x[1:]"], {HintKind.LOOPS: (2, 1), HintKind.SLICING: (3, 2)}),
        ("x, y", ["y = x[:2]"], {}),
        ("x, y", ["s = ''", "for a in x:", "    s += a"], {HintKind.LOOPS: (3, 1), HintKind.CONCATENATION: (4, 2)}),
        (
            "x, y",
            ["s = []", "for a in x:", "    s = s + [a]"],
            {HintKind.LOOPS: (3, 1), HintKind.CONCATENATION: (4, 2)},
        ),
        ("x, y", ["s = []", "for a in x:", "    s += [a]"], {HintKind.LOOPS: (3, 1)}),
        ("x, y", ["s = 0", "for a in x:", "    s += a"], {HintKind.LOOPS: (3, 1)}),
        ("x, y", ["for a in x:", "    x.count(a)"], {HintKind.LOOPS: (2, 1), HintKind.CALL: (3, 2)}),
        ("x, y", ["return f(x[1:], y)"], {HintKind.RECURSION: (2, 1), HintKind.SLICING: (2, 1)}),
    ],
)  # fmt: skip
def test_kinds_of_places(signature: str, lines: list[str], expected: dict[HintKind, tuple[int, int]]) -> None:
    assert kinds(hints(*lines, signature=signature)) == expected


def test_recursion_that_branches_comes_first() -> None:
    found = hints("for a in y:", "    for b in y:", "        pass", "return f(x - 1, y) + f(x - 2, 0)")
    assert [argument.name for argument in found.arguments] == ["y", "x", "z"]  # y takes part in it, too
    assert found.arguments[1].branching
    found = hints("for a in y:", "    for b in y:", "        pass", "return f(x - 1, 1) + f(x - 2, 0)")
    assert (found.first, found.arguments[0].name, found.arguments[0].branching) == (0, "x", True)
    memo = hints(
        "for a in y:",
        "    for b in y:",
        "        pass",
        "return f(x - 1, 1) + f(x - 2, 0)",
        before="@cache\n",
    )
    assert (memo.first, memo.arguments[1].branching) == (1, False)


def test_calls_are_followed() -> None:
    helper = "def g(u, v):\n    for a in u:\n        for b in v:\n            pass\n"
    assert degrees(hints("g(x, y)", before=helper)) == {"x": 1, "y": 1, "z": 0}
    assert degrees(hints("g(x, x)", before=helper)) == {"x": 2, "y": 0, "z": 0}
    assert degrees(hints("for a in y:", "    g(x, y)", before=helper)) == {"x": 1, "y": 2, "z": 0}
    assert degrees(hints("def h():", "    for a in x:", "        pass", "for b in x:", "    h()")) == {
        "x": 2,
        "y": 0,
        "z": 0,
    }
    assert degrees(hints("return list(map(g, x))", before="def g(u):\n    return sum(u)\n")) == {
        "x": 2,
        "y": 0,
        "z": 0,
    }


def test_many_calls_end() -> None:
    chain = (
        "".join(f"def g{n}(u):\n    g{n + 1}(u)\n    g{n + 1}(u)\n" for n in range(30))
        + "def g30(u):\n    pass\n"
    )
    assert degrees(hints("g0(x)", before=chain))["x"] == 0


def test_a_method_has_no_argument_for_itself() -> None:
    source = (
        "class Solution:\n    def run(self, x, y):\n        self.seen = y\n        return self.help(x)\n"
        "    def help(self, u):\n        for a in u:\n            for b in self.seen:\n                pass\n"
    )
    entry = Entry(kind=EntryKind.METHOD, owner="Solution", name="run")
    assert degrees(complexity_hints(source, entry)) == {"x": 1, "y": 1}
    static = "class Solution:\n    @staticmethod\n    def run(x):\n        for a in x:\n            pass\n"
    found = complexity_hints(static, entry)
    assert (degrees(found), found.first) == ({"x": 1}, 0)


@pytest.mark.parametrize(
    ("source", "entry", "reason"),
    [
        ("def f(:\n", FUNCTION, "line 1"),
        ("def g():\n    pass\n", FUNCTION, "does not define f"),
        ("print(input())\n", Entry(kind=EntryKind.PROGRAM), "no arguments"),
    ],
)
def test_sources_without_hints(source: str, entry: Entry, reason: str) -> None:
    found = complexity_hints(source, entry)
    assert (found.arguments, found.first) == ((), None)
    assert reason in found.reason


@given(st.text(max_size=100))
def test_no_text_makes_it_fail(text: str) -> None:
    complexity_hints(f"def f(x):\n    {text}\n", FUNCTION)
    complexity_hints(text, FUNCTION)


def test_hints_travel() -> None:
    found = hints("for a in x:", "    pass")
    assert msgspec.json.decode(msgspec.json.encode(found), type=Hints) == found


def test_origins() -> None:
    tree = parse(
        "a = x\nb, c = a, y\nd = [b]\nwith open(c) as e:\n    pass\nself.k = d\nself.k[0] = y\n[*g, h] = a\n"
    )
    found = local_origins(tree.body, {"x": frozenset({0}), "y": frozenset({1})})
    assert {name: sorted(origin) for name, origin in found.items()} == {
        "x": [0], "y": [1], "a": [0], "b": [0], "c": [1], "d": [0], "e": [1], "self.k": [0, 1], "g": [0], "h": [0],
    }  # fmt: skip


@pytest.mark.external
def test_every_solution_of_enamel_has_hints() -> None:
    folder = data_folder("enamel")
    with (folder / "enamel.csv").open(encoding="utf-8", newline="") as file:
        names = [row["entry_point"] for row in csv.DictReader(file)]
    without = 0
    for name in ("humaneval-canonical", "enamel-references"):
        sources = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for (source,), entry in zip(sources, names, strict=True):
            found = complexity_hints(source, Entry(kind=EntryKind.FUNCTION, name=entry))
            assert found.reason == ""
            without += found.first is None
    assert without <= 50  # closed forms, mostly
