"""Candidates from paths, text and live functions: what travels runs to the same answer, or is refused."""

from __future__ import annotations

import functools
import json as js
import math
import os.path
import sys
import xml.etree.ElementTree
from collections import Counter, OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from effibench.candidate import Candidate
from effibench.errors import CandidateError
from effibench.tasks.task import named_source

SCALE = 3
NAMES = ("a", ("b", 2.5))
NOWHERE = float("nan")
FAR = complex(-math.inf, 1.0)
TABLE = [1, 2, 3]


def tripled(input_data: int) -> int:
    return input_data * SCALE


def helper(value: int) -> int:
    return deeper(value) + 1


def deeper(value: int) -> int:
    return 10 * value


def with_helpers(input_data: int) -> int:
    return helper(input_data)


def even(n: int) -> bool:
    return n == 0 or odd(n - 1)


def odd(n: int) -> bool:
    return n != 0 and even(n - 1)


def with_modules(input_data: Any) -> Any:
    return js.loads("[1]"), math.floor(input_data), Counter("aab")["a"], OrderedDict(x=1)["x"]


def with_submodules(input_data: str) -> Any:
    return xml.etree.ElementTree.fromstring(input_data).tag, os.path.basename("/a/b")  # noqa: PTH119


def with_constants(input_data: Any) -> Any:
    return NAMES, NOWHERE, FAR, Ellipsis


def with_inner(input_data: list[int]) -> list[int]:
    def times(value: int) -> int:
        return value * SCALE

    return [tripled(value) + times(value) for value in input_data]


def with_defaults(input_data: int, factor: int = SCALE, *, shift: int = SCALE + 1) -> int:
    return input_data * factor + shift


def plus_one(function: Callable[[int], int]) -> Callable[[int], int]:
    @functools.wraps(function)
    def wrapper(value: int) -> int:
        return function(value) + 1

    return wrapper


@plus_one
def decorated(input_data: int) -> int:
    return input_data


@functools.cache
def cached(input_data: int) -> int:
    return input_data if input_data < 2 else cached(input_data - 1) + cached(input_data - 2)


def sum(values: list[int]) -> str:  # hides a builtin
    return f"{len(values)} values"


def with_hidden_builtin(input_data: list[int]) -> Any:
    return sum(input_data)


def with_list(input_data: int) -> int:
    return TABLE[input_data]


class Thing:
    """A class of this module has no text of its own here."""

    def method(self, input_data: int) -> int:
        return input_data


def with_class(input_data: int) -> int:
    return Thing().method(input_data)


def with_unknown(input_data: int) -> int:
    return no_such_name + input_data  # type: ignore[name-defined, no-any-return]  # noqa: F821


def run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Executes what would travel, in a module of its own, and calls the entry point in it."""
    candidate = Candidate.of(function)
    namespace: dict[str, Any] = {"__name__": "elsewhere"}
    exec(compile(named_source(candidate, "solution"), "solution.py", "exec", dont_inherit=True), namespace)
    return namespace["solution"](*arguments)


# --- paths and text ---


def test_a_path_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fast.py"
    file.write_text("def solution(input_data):\n    return 'ü'\n", encoding="utf-8")
    for value in (file, str(file)):
        candidate = Candidate.of(value)
        assert candidate.source == file.read_text(encoding="utf-8")
        assert candidate.name == str(file)
        assert candidate.function is None


def test_a_file_of_any_name_is_read(tmp_path: Path) -> None:
    file = tmp_path / "answer.txt"
    file.write_text("x = 1\n", encoding="utf-8")
    assert Candidate.of(str(file)).source == "x = 1\n"


@pytest.mark.parametrize("make", [Path, str])
def test_a_missing_file_is_named(tmp_path: Path, make: Callable[[Path], Path | str]) -> None:
    with pytest.raises(CandidateError, match=r"cannot read the candidate '.*absent\.py'.*No such file"):
        Candidate.of(make(tmp_path / "absent.py"))


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    file = tmp_path / "binary.py"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CandidateError, match=r"binary\.py.*utf-8"):
        Candidate.of(file)


@pytest.mark.parametrize(
    "text", ["def solution(x):\n    return x\n", "solution = abs", "", "a\0b", "x" * 5000]
)
def test_other_text_is_source(text: str) -> None:
    assert Candidate.of(text) == Candidate(source=text, name="<source>")


def test_a_candidate_is_itself() -> None:
    candidate = Candidate(source="solution = len", name="mine")
    assert Candidate.of(candidate) is candidate


@pytest.mark.parametrize("value", [None, 1, b"def solution(x): ..."])
def test_anything_else_is_refused(value: Any) -> None:
    with pytest.raises(CandidateError, match=f"not {type(value).__name__}"):
        Candidate.of(value)


def test_the_digest_is_of_the_source_alone() -> None:
    first, second = Candidate(source="x = 1", name="a"), Candidate(source="x = 1", name="b")
    assert first.digest == second.digest
    assert first.digest != Candidate(source="x = 2", name="a").digest
    assert len(Candidate(source="x = '\udc80'").digest) == 64


# --- functions ---


@pytest.mark.parametrize(
    ("function", "argument", "wanted"),
    [
        (tripled, 5, 15),
        (with_helpers, 4, 41),
        (even, 7, False),
        (with_modules, 2.5, ([1], 2, 2, 1)),
        (with_submodules, "<a/>", ("a", "b")),
        (with_inner, [1, 2], [6, 12]),
        (with_defaults, 2, 10),
        (decorated, 1, 2),
        (cached, 10, 55),
        (with_hidden_builtin, [1, 2, 3], "3 values"),
    ],
)
def test_a_function_gives_the_same_answer_elsewhere(
    function: Callable[..., Any], argument: Any, wanted: Any
) -> None:
    assert function(argument) == wanted
    assert run(function, argument) == wanted


def test_constants_travel_exactly() -> None:
    names, nowhere, far, dots = run(with_constants, None)
    assert names == NAMES
    assert type(names[1]) is tuple
    assert math.isnan(nowhere)
    assert far == FAR
    assert dots is Ellipsis


def test_a_function_is_known_by_its_name() -> None:
    candidate = Candidate.of(tripled)
    assert candidate.name == "tripled"
    assert candidate.function == "tripled"
    assert named_source(candidate, "solution").endswith("\nsolution = tripled\n")
    assert named_source(candidate, "tripled") == candidate.source


def test_only_what_is_used_travels() -> None:
    source = Candidate.of(tripled).source
    assert "SCALE = 3" in source
    assert "TABLE" not in source
    assert "import" not in source.replace("from __future__ import annotations", "")


def test_a_name_that_exists_nowhere_fails_there_as_here() -> None:
    with pytest.raises(NameError, match="no_such_name"):
        run(with_unknown, 1)


def test_a_function_defined_in_a_function_is_dedented() -> None:
    def local(input_data: int) -> int:
        if input_data:
            return input_data + SCALE
        return 0

    assert run(local, 1) == 4


def test_a_numba_dispatcher_travels_as_its_python_function() -> None:
    class Dispatcher:
        """What matters of numba's: callable, with the plain function beside it."""

        def __init__(self, function: Callable[..., Any]) -> None:
            self.py_func = function

        def __call__(self, *arguments: Any) -> Any:
            raise AssertionError("nothing may be called")

    assert run(Dispatcher(tripled), 2) == 6


def test_a_real_numba_dispatcher_travels_too() -> None:
    numba = pytest.importorskip("numba")
    assert run(numba.njit(tripled), 2) == 6


def test_library_objects_are_imported_from_where_they_live() -> None:
    np = pytest.importorskip("numpy")
    module = sys.modules[__name__].__dict__
    borrowed = {"root": np.sqrt, "norm": np.linalg.norm, "Array": np.ndarray, "np": np}
    source = "def solution(x):\n    return root(x), norm(x), isinstance(x, Array), np.linalg.det(np.eye(2))\n"
    code = compile(source, __file__, "exec")
    module.update(borrowed)
    try:
        exec(code, module)
        text = "\n".join(_imports(module["solution"], source))
    finally:
        for name in [*borrowed, "solution"]:
            module.pop(name)
    assert "from numpy import sqrt as root" in text
    assert "from numpy.linalg import norm as norm" in text
    assert "from numpy import ndarray as Array" in text
    assert "import numpy as np\n__import__('numpy.linalg')" in text


def _imports(function: Any, source: str) -> list[str]:
    """Import lines of a function whose text is given (an executed string has no file to read it from)."""
    import linecache

    name = "<borrowed>"
    function.__code__ = function.__code__.replace(co_filename=name)
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        return Candidate.of(function).source.splitlines()
    finally:
        del linecache.cache[name]


# --- refusals ---


def test_a_closure_is_refused() -> None:
    state = [1]

    def closure(input_data: int) -> int:
        return state[0] + input_data

    with pytest.raises(CandidateError, match=r"'closure' closes over state \(state\)"):
        Candidate.of(closure)


def test_a_lambda_is_refused() -> None:
    with pytest.raises(CandidateError, match="lambda"):
        Candidate.of(lambda input_data: input_data)


def test_a_module_level_list_is_refused() -> None:
    with pytest.raises(CandidateError, match=r"'with_list' uses the module-level object 'TABLE' \(list\)"):
        Candidate.of(with_list)


def test_a_class_of_the_same_module_is_refused() -> None:
    with pytest.raises(CandidateError, match=r"'with_class' uses the module-level object 'Thing' \(type\)"):
        Candidate.of(with_class)


@pytest.mark.parametrize("value", [len, Thing().method, Thing, functools.partial(tripled, 1)])
def test_a_callable_that_is_no_plain_function_is_refused(value: Any) -> None:
    with pytest.raises(CandidateError, match="is not a plain function"):
        Candidate.of(value)


def test_a_function_without_readable_source_is_refused() -> None:
    namespace: dict[str, Any] = {}
    exec("def made(x):\n    return x\n", namespace)
    with pytest.raises(CandidateError, match="source of 'made' cannot be read"):
        Candidate.of(namespace["made"])
