"""Labels from features: what sets two solutions apart that no rewriting makes one."""

from __future__ import annotations

import pytest

from effibench.audit.compare_source import ChangeLabel, SourceComparison, Step, compare_sources
from effibench.audit.costs import Program, is_linear, levels
from effibench.audit.depth import Depth, calls_itself
from effibench.audit.kinds import kind_of, kind_of_annotation, local_kinds
from effibench.audit.syntax import entry_function, parse
from effibench.tasks.task import Entry, EntryKind

FUNCTION = Entry(kind=EntryKind.FUNCTION, name="f")


def body(*lines: str) -> str:
    return "def f(x, y=0):\n" + "".join(f"    {line}\n" for line in lines)


def compared(first: str, second: str) -> SourceComparison:
    found, back = compare_sources(first, second, FUNCTION), compare_sources(second, first, FUNCTION)
    assert found.label is back.label
    assert found.step is Step.FEATURES
    assert not found.certain
    return found


TWO_LOOPS = body(
    "for a in x:", "    for b in x:", "        if a + b == y:", "            return True", "return False"
)
ONE_LOOP_AND_SET = body(
    "seen = set()",
    "for a in x:",
    "    if y - a in seen:",
    "        return True",
    "    seen.add(a)",
    "return False",
)
FIB = "def f(n):\n    return n if n < 2 else f(n - 1) + f(n - 2)\n"
IS_PRIME = body("for i in range(2, {}):", "    if x % i == 0:", "        return False", "return x > 1")


@pytest.mark.parametrize(
    ("first", "second", "label", "feature"),
    [
        (
            TWO_LOOPS,
            ONE_LOOP_AND_SET,
            ChangeLabel.ALGORITHM_STRATEGY,
            "loops in loops, those in builtin calls included",
        ),
        (
            FIB,
            body("a, b = 0, 1", "for _ in range(x):", "    a, b = b, a + b", "return a"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "recursion",
        ),
        (FIB, "from functools import cache\n@cache\n" + FIB, ChangeLabel.ALGORITHM_STRATEGY, "kept results"),
        (
            FIB,
            "memo = {}\ndef f(n):\n"
            "    if n in memo:\n        return memo[n]\n"
            "    memo[n] = n if n < 2 else f(n - 1) + f(n - 2)\n    return memo[n]\n",
            ChangeLabel.ALGORITHM_STRATEGY,
            "kept results",
        ),
        (
            body("s = 0", "for i in range(x + 1):", "    s += i", "return s"),
            body("return x * (x + 1) // 2"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "loops in loops, those in builtin calls included",
        ),
        (
            IS_PRIME.format("x"),
            "import math\n" + IS_PRIME.format("math.isqrt(x) + 1"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "bounds of loops",
        ),
        (IS_PRIME.format("x"), IS_PRIME.format("int(x ** 0.5) + 1"), ChangeLabel.ALGORITHM_STRATEGY, "bounds of loops"),
        (
            body("i = 2", "while i < x:", "    i += 1", "return i"),
            body("i = 2", "while i * i < x:", "    i += 1", "return i"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "bounds of loops",
        ),
        (
            body("low = 0", "while low < x:", "    low += 1", "return low"),
            body("low = 0", "while low < x:", "    x = (low + x) // 2", "return low"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "bounds of loops",
        ),
        (body("return sorted(x)[0]"), body("return min(x)"), ChangeLabel.ALGORITHM_STRATEGY, "sorts"),
        (
            body("n = 0", "for a in x:", "    if a == y:", "        n = 1", "return n"),
            body("n = 0", "for a in x:", "    if a == y:", "        n = 1", "        break", "return n"),
            ChangeLabel.ALGORITHM_STRATEGY,
            "early ends of loops",
        ),
        (
            body("z = []", "for a in x:", "    if a in z:", "        return a", "    z.append(a)", "return y"),
            body("z = set()", "for a in x:", "    if a in z:", "        return a", "    z.add(a)", "return y"),
            ChangeLabel.DATA_STRUCTURE,
            "containers",
        ),
        (
            body("z = list(x)", "while z:", "    y += z.pop(0)", "return y"),
            "from collections import deque\n" + body("z = deque(x)", "while z:", "    y += z.popleft()", "return y"),
            ChangeLabel.ALGORITHM_STRATEGY,  # pop(0) is a loop of its own
            "loops in loops, those in builtin calls included",
        ),
        (
            body("z = list(x)", "while z:", "    y += z.pop()", "return y"),
            "import heapq\n" + body("z = list(x)", "while z:", "    y += heapq.heappop(z)", "return y"),
            ChangeLabel.DATA_STRUCTURE,
            "containers",
        ),
        (
            body("for a in x:", "    y += a", "return y"),
            body("return sum(x)"),
            ChangeLabel.BUILTIN_SUBSTITUTION,
            "loops written out",
        ),
        (
            body("n = 0", "for a in x:", "    if a == y:", "        n += 1", "return n"),
            body("return x.count(y)"),
            ChangeLabel.BUILTIN_SUBSTITUTION,
            "loops written out",
        ),
        (
            body("for a in x:", "    if a > y:", "        return True", "return False"),
            body("return any(a > y for a in x)"),
            ChangeLabel.BUILTIN_SUBSTITUTION,
            "loops written out",
        ),
        (
            body("for a in x:", "    if a > y:", "        y = a", "return y"),
            body("for a in x:", "    y = max(a, y)", "return y"),
            ChangeLabel.BUILTIN_SUBSTITUTION,
            "calls",
        ),
        (
            body("for a in x:", "    y += x[a:] == y", "return y"),
            body("for a in x:", "    for b in x:", "        y += a == b", "return y"),
            ChangeLabel.ALGORITHM_STRATEGY,  # a slice in a loop is no builtin in the place of one
            "loops written out",
        ),
        (body("return x - y"), body("return y - x"), ChangeLabel.UNDECIDED, ""),
        (body("return open(x)"), body("return connect(x)"), ChangeLabel.UNDECIDED, "calls"),
    ],
)  # fmt: skip
def test_labels(first: str, second: str, label: ChangeLabel, feature: str) -> None:
    found = compared(first, second)
    assert found.label is label
    assert [evidence.feature for evidence in found.evidence][:1] == [feature][: bool(feature)]
    assert bool(found.reason) == (label is ChangeLabel.UNDECIDED)


def test_evidence_has_lines_of_both_sources() -> None:
    evidence = {found.feature: found for found in compared(TWO_LOOPS, ONE_LOOP_AND_SET).evidence}
    nested = evidence["loops in loops, those in builtin calls included"]
    assert (nested.first, nested.second, nested.first_lines, nested.second_lines) == ("2", "1", (3,), (3,))
    assert (evidence["containers"].second, evidence["containers"].second_lines) == ("set", (2,))


def test_expected_effects_are_the_publications() -> None:
    assert compared(TWO_LOOPS, ONE_LOOP_AND_SET).effect_expected is True
    assert (
        compared(body("for a in x:", "    y += a", "return y"), body("return sum(x)")).effect_expected
        is False
    )
    assert compared(body("return x - y"), body("return y - x")).effect_expected is None


@pytest.mark.parametrize(
    ("source", "explicit", "implied"),
    [
        ("return x", 0, 0),
        ("for a in x: pass", 1, 1),
        ("for a in x:\n        for b in y: pass", 2, 2),
        ("for a in x: pass\n    for b in y: pass", 1, 1),
        ("while x: pass", 1, 1),
        ("for a in 'abc': pass", 0, 0),
        ("for a in range(10): pass", 0, 0),
        ("for a in range(len(x)): pass", 1, 1),
        ("t = (1, 2)\n    for a in t: pass", 0, 0),
        ("t = [1]\n    t.append(x)\n    for a in t: pass", 1, 1),
        ("return [a for a in x for b in a]", 2, 2),
        ("return sum(x)", 0, 1),
        ("return max(x, y)", 0, 0),
        ("return sum(a for a in x)", 1, 1),
        ("return [sum(a) for a in x]", 1, 2),
        ("return sum([a for a in x])", 1, 1),
        ("return [x[a:] for a in x]", 1, 2),
        ("return [a[:3] for a in x]", 1, 1),
        ("return sorted(x, key=lambda a: sum(a))", 0, 2),
        ("return ''.join(map(str, x))", 0, 1),
        ("for a in x: y.extend([a, a])", 1, 1),
        ("for a in x: y.extend(a)", 1, 2),
        ("for a in x: y.pop(0)", 1, 2),
        ("for a in x: y.pop()", 1, 1),
        ("return [0] * x", 0, 1),
        ("for a in combinations(x, 3): pass", 3, 3),
        ("for a in product(x, y): pass", 2, 2),
        ("for a in product(x, repeat=3): pass", 3, 3),
        ("for a in permutations(x): pass", 2, 2),
        ("for a in x: g(a)", 2, 2),
        ("return f(x)", 0, 0),
        ("return list(map(g, x))", 0, 2),
    ],
)
def test_depth_of_loops(source: str, explicit: int, implied: int) -> None:
    tree = parse(f"def g(z):\n    for c in z: pass\ndef f(x, y):\n    {source}\n")
    function = entry_function(tree, FUNCTION)
    assert function is not None
    program = Program(tree)
    assert Depth(program, implied=False).of(function.body).depth == explicit
    assert Depth(program, implied=True).of(function.body).depth == implied


def test_recursion_through_another_function() -> None:
    tree = parse("def f(x):\n    return g(x)\ndef g(x):\n    return f(x) + h(x)\ndef h(x):\n    return x\n")
    assert calls_itself(Program(tree)) == {"f": [2], "g": [4]}


def test_what_costs_by_length() -> None:
    program = Program(parse("t = 'abc'\n"))
    for source, linear in (
        ("sum(x)", True),
        ("x[1:]", True),
        ("x[:2]", False),
        ("t.count(x)", False),
        ("x.y", False),
    ):
        assert is_linear(parse(source).body[0].value, program) is linear  # type: ignore[attr-defined]
    assert levels(parse("t").body[0].value, program) == 0  # type: ignore[attr-defined]


def test_kinds_of_containers() -> None:
    kinds = local_kinds(parse("a = []\nb = a\nc = {1}\nc = {}\nd, e = '', set()\nf = x.split()\n").body)
    assert kinds["b"] == {"list"}
    assert kinds["c"] == {"set", "dict"}
    assert (kinds["d"], kinds["e"], kinds["f"]) == ({"str"}, {"set"}, {"list"})
    for source, kind in (
        ("c", ""),
        ("a[1:]", "list"),
        ("a + x", "list"),
        ("Counter(x)", "counter"),
        ("x", ""),
    ):
        assert kind_of(parse(source).body[0].value, kinds) == kind  # type: ignore[attr-defined]
    for source, kind in (
        ("List[int]", "list"),
        ("'list[int]'", "list"),
        ("Optional[str]", "str"),
        ("t.Set", "set"),
        ("int", ""),
    ):
        assert kind_of_annotation(parse(source).body[0].value) == kind  # type: ignore[attr-defined]
    assert kind_of_annotation(None) == ""
