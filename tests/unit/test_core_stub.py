"""The signatures in _core.pyi against what the compiled module has."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from effibench import _core

STUB = Path(__file__).resolve().parent.parent.parent / "python" / "effibench" / "_core.pyi"


def members(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    found: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
    return found


DECLARED = members(ast.parse(STUB.read_text(encoding="utf-8")).body)
CLASSES = [name for name, node in DECLARED.items() if isinstance(node, ast.ClassDef)]


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_the_module_has_exactly_the_declared_names() -> None:
    assert public(dir(_core)) == public(list(DECLARED))
    assert "__version__" in DECLARED


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_has_exactly_the_declared_members(name: str) -> None:
    node = DECLARED[name]
    assert isinstance(node, ast.ClassDef)
    kind = getattr(_core, name)
    assert public(dir(kind)) == public(list(members(node.body)))


@pytest.mark.parametrize("name", CLASSES)
def test_properties_are_properties(name: str) -> None:
    node = DECLARED[name]
    assert isinstance(node, ast.ClassDef)
    for member, declared in members(node.body).items():
        assert isinstance(declared, ast.FunctionDef)
        is_property = any(ast.unparse(decorator) == "property" for decorator in declared.decorator_list)
        assert isinstance(getattr(getattr(_core, name), member), property) is is_property, member


@pytest.mark.parametrize(
    "name", [name for name, node in DECLARED.items() if isinstance(node, ast.FunctionDef)]
)
def test_functions_are_callable(name: str) -> None:
    assert callable(getattr(_core, name))
