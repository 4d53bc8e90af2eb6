"""The package's face: few names, loaded on first use, one version everywhere."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import effibench

ROOT = Path(__file__).resolve().parent.parent.parent
HEAVY = ("numpy", "pandas", "polars", "torch", "scipy", "numba", "pyarrow", "msgspec", "click", "rich")


def loaded_after(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter holds after a statement."""
    code = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.split())


def test_the_version_is_the_same_everywhere() -> None:
    from effibench import _core

    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert effibench.__version__ == declared
    assert _core.__version__ == declared


@pytest.mark.parametrize("name", effibench.__all__)
def test_every_public_name_resolves_to_its_home(name: str) -> None:
    value = getattr(effibench, name)
    home = import_module(f"effibench.{effibench._HOME[name]}")
    assert value is getattr(home, name)
    assert value.__doc__


def test_the_public_names_are_few_and_sorted() -> None:
    assert len(effibench.__all__) <= 15
    assert sorted(effibench.__all__) == effibench.__all__
    assert set(effibench._HOME) == set(effibench.__all__)
    assert set(dir(effibench)) == {*effibench.__all__, "__version__"}


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'effibench' has no attribute 'nothing'"):
        _ = effibench.nothing


def test_importing_the_package_loads_no_library() -> None:
    loaded = loaded_after("import effibench")
    assert "effibench" in loaded
    assert not loaded & set(HEAVY)


def test_the_interface_loads_no_data_library() -> None:
    loaded = loaded_after(
        "import effibench; effibench.time, effibench.Session, effibench.load_task, effibench.Task"
    )
    assert not loaded & (set(HEAVY) - {"msgspec"})


def test_the_executor_loads_no_data_library() -> None:
    loaded = loaded_after("import effibench.timing.native")
    assert not loaded & (set(HEAVY) - {"msgspec"})


def test_help_loads_no_data_library() -> None:
    loaded = loaded_after(
        "import contextlib, io\nfrom effibench.cli import main\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()): main(['--help'])"
    )
    assert not loaded & (set(HEAVY) - {"msgspec", "click", "rich"})


def test_errors_carry_their_exit_code() -> None:
    codes = {"EffibenchError": 3, "UsageError": 2, "TaskError": 2, "CandidateError": 2, "HostError": 3}
    for name, code in codes.items():
        kind = getattr(effibench, name)
        assert issubclass(kind, effibench.EffibenchError)
        assert kind("x").exit_code == code
