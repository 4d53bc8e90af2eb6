"""Rules about the source itself: layers, sizes, where output and exits may be, complete task folders."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "python" / "effibench"
MODULES = sorted(PACKAGE.rglob("*.py"))
TASKS = sorted(path.parent for path in (ROOT / "tasks").rglob("task.toml"))
WORKER_SIDE = (
    "worker",
    "worker_io",
    "worker_trusted",
    "worker_turns",
    "audit_worker",
    "source",
    "wire",
    "reports",
    "zygote",
)

# A module may import its own layer and those before it.
LAYERS = (
    ("errors", "units"),
    ("stats",),
    ("_core",),
    ("paired",),
    ("model",),
    ("candidate", "values"),
    ("tasks",),
    tuple(f"timing.{name}" for name in WORKER_SIDE),
    ("timing",),
    ("datasets", "scoring"),
    ("audit",),
    ("stress",),
    ("cli",),
)


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer(module: str) -> int:
    fits = [
        (len(prefix), index)
        for index, prefixes in enumerate(LAYERS)
        for prefix in prefixes
        if module == prefix or module.startswith(f"{prefix}.")
    ]
    assert fits, f"effibench.{module} is in no layer; add it to LAYERS"
    return max(fits)[1]


def runtime_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those below `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from runtime_nodes(node)


def imports(path: Path) -> set[str]:
    """Modules of this package that a module imports when it runs, at its top or later."""
    own = module_name(path)
    package = own if path.name == "__init__.py" else own.rpartition(".")[0]
    found = set()
    for node in runtime_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join(part for part in ("effibench", *above, base) if part)
            found |= {f"{base}.{alias.name}" for alias in node.names}
    inside = {name.removeprefix("effibench.") for name in found if name.startswith("effibench.")}
    return {_existing(name) for name in inside} - {""}


def _existing(name: str) -> str:
    """The module of `module.attribute`; "" for an attribute of the package itself."""
    while name and name != "_core":
        path = PACKAGE / name.replace(".", "/")
        if path.is_dir() or path.with_suffix(".py").is_file():
            break
        name = name.rpartition(".")[0]
    return name


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_only_downwards(path: Path) -> None:
    own = module_name(path)
    if own in {"", "__main__"}:  # the lazy face of the package, and its program
        return
    wrong = {name for name in imports(path) if layer(name) > layer(own)}
    assert not wrong, f"effibench.{own} imports from a layer above it: {sorted(wrong)}"


@pytest.mark.parametrize("name", WORKER_SIDE)
def test_what_runs_in_a_child_knows_nothing_of_the_host(name: str) -> None:
    allowed = (
        "_core",
        "units",
        "values",
        "tasks.comparison",
        "tasks.corruptions",
        *(f"timing.{w}" for w in WORKER_SIDE),
    )
    used = imports(PACKAGE / "timing" / f"{name}.py")
    wrong = {module for module in used if not module.startswith(allowed) and module != "timing"}
    assert not wrong, f"timing.{name} imports {sorted(wrong)}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "stats").glob("*.py")), ids=module_name)
def test_statistics_need_the_standard_library_alone(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= {*sys.stdlib_module_names, "effibench"}


def test_the_checker_of_layers_sees_imports() -> None:
    assert {"errors", "model", "tasks.load", "timing.suites"} <= imports(PACKAGE / "timing" / "session.py")
    assert "tasks._compare_builtins" in imports(PACKAGE / "tasks" / "comparison.py")
    assert layer("timing.worker") < layer("timing.session") < layer("cli.time")


def test_no_file_is_long() -> None:
    sources = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]
    sources += [path for pattern in ("*.cpp", "*.hpp") for path in (ROOT / "csrc").rglob(pattern)]
    assert len(sources) > 100
    lengths = {str(path.relative_to(ROOT)): len(path.read_bytes().splitlines()) for path in sources}
    assert not {name: lines for name, lines in lengths.items() if lines > 400}


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_only_the_command_line_prints_and_exits(path: Path) -> None:
    if path.is_relative_to(PACKAGE / "cli"):
        return
    calls = [
        ast.unparse(node.func)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    # A zygote whose imports fail has told the host why and ends.
    allowed = {"sys.exit"} if module_name(path) == "timing.zygote" else set()
    assert not {"print", "exit", "quit", "sys.exit", "pprint"} & set(calls) - allowed


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


# --- tasks ---


def task_id(folder: Path) -> str:
    return folder.relative_to(ROOT / "tasks").as_posix()


def functions(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("folder", TASKS, ids=task_id)
def test_a_task_folder_is_complete(folder: Path) -> None:
    toml = tomllib.loads((folder / "task.toml").read_text(encoding="utf-8"))
    assert toml["id"] == task_id(folder)
    assert toml["difficulty"] in {"easy", "medium", "hard"}
    assert re.fullmatch(r"[A-Z0-9]{3}/.+", toml["taxonomy"])
    assert toml["source"]["kind"]
    assert toml["source"]["licence"]
    assert any(domain.startswith("correctness-") for domain in toml["domains"])
    assert any(domain.startswith("stress-") for domain in toml["domains"])
    assert (folder / "prompt.md").read_text(encoding="utf-8").strip()
    assert "input_generator" in functions(folder / "inputs.py")
    assert "output_validator" in functions(folder / "validator.py")
    assert "solution" in functions(folder / "reference.py")
    spectrum, wrong = sorted((folder / "spectrum").glob("*.py")), sorted((folder / "wrong").glob("*.py"))
    assert len(spectrum) >= 3
    assert len(wrong) >= 2
    styles = set()
    for path in spectrum:
        head = path.read_text(encoding="utf-8").splitlines()[:2]
        assert re.fullmatch(r"# taxonomy: [A-Z0-9]{3}/.+", head[0]), path
        style = re.fullmatch(r"# style: (naive|ordinary|fast)", head[1])
        assert style, path
        styles.add(style[1])
    assert {"naive", "fast"} <= styles
    for path in wrong:
        assert path.read_text(encoding="utf-8").startswith("# wrong: "), path
    for path in (*spectrum, *wrong):
        assert "solution" in functions(path), path


def test_there_are_tasks() -> None:
    assert TASKS


def test_no_two_tests_share_a_file_name() -> None:
    # pytest imports test files by their bare name.
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
