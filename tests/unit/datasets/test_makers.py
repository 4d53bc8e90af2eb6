"""Sources that loaders write: self-contained, and nothing of them in the namespace of a solution but one name."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from task_parts import process_limits  # noqa: F401

import effibench.datasets.inside
from effibench.datasets import makers
from effibench.timing.worker_io import load_function

MODULES = sorted(path.stem for path in Path(effibench.datasets.inside.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("module", MODULES)
def test_what_goes_into_children_needs_the_standard_library_alone(module: str) -> None:
    nodes = list(ast.walk(ast.parse(makers.text_of(module))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("module", MODULES)
def test_every_module_comes_once_after_what_it_imports(module: str) -> None:
    text = makers.text_of(module)
    assert text.startswith("from __future__ import annotations\n")
    compile(text, module, "exec")
    assert text.count("def unpack(") <= 1
    if module in ("calls", "offline", "scripts"):
        assert text.index("def unpack(") < text.index("unpack(packed" if module == "calls" else "classes = ")


@pytest.mark.usefixtures("process_limits")
def test_texts_of_a_benchmark_arrive_as_they_are() -> None:
    awkward = "a = '''\\n\"'''  # \ud800 {x} \N{SNOWMAN}\n"
    source = makers.generator_source(
        "listed", "programs", cases="[]", stress=[f"generate_input = lambda: {awkward!r}"]
    )
    generate = load_function(source, "input_generator", "inputs.py")
    assert generate(42, "stress-inputs") == awkward


@pytest.mark.parametrize(
    "prelude", [makers.caller_prelude("f", keep_arguments=True), makers.player_prelude()]
)
def test_a_prelude_leaves_a_solution_its_names(prelude: str) -> None:
    namespace: dict[str, object] = {}
    exec(prelude, namespace)
    assert namespace.keys() - {"__builtins__"} == {makers.ENTRY, "_effibench_inside"}
    assert callable(namespace[makers.ENTRY])
