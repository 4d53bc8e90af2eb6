"""Thread pools against the lane, the interpreter, the GPUs: what the doctor makes of the answers it gets."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from doctor_support import brief, by_name, grow

from effibench.timing.doctor import gpu, pools, python, threads
from effibench.timing.doctor.python import Interpreter
from effibench.timing.doctor.rows import Machine, State
from effibench.timing.doctor.threads import Pools, judge


def answer(**fields: Any) -> bytes:
    return json.dumps({"threads": 1} | fields).encode()


def test_a_pool_as_wide_as_the_lane() -> None:
    row = judge("torch", answer(pools={"intra-op": 2}, others={"inter-op": 8}), 0, 2)
    assert (row.state, row.value) == ("ok", "intra-op 2, inter-op 8; 1 alive once loaded")


@pytest.mark.parametrize("width", [1, 3])
def test_any_other_width_is_a_failure(width: int) -> None:
    row = judge("numpy", answer(pools={"openblas": 2, "OpenMP": width}), 0, width)
    assert (row.state, row.value) == ("fail", f"openblas 2, OpenMP {width}; 1 alive once loaded")
    assert row.consequence.startswith(f"openblas does not have the {width} of the lane")
    assert "numpy" in row.mend


@pytest.mark.parametrize(
    ("output", "words"),
    [
        (b"", "status -6 and no answer"),
        (b"Traceback", "status -6 and no answer"),
        (answer(error="ImportError: libgomp"), "cannot be loaded: ImportError: libgomp"),
        (answer(pools={}), "no parallel runtime"),
    ],
)
def test_no_answer_is_no_agreement(output: bytes, words: str) -> None:
    row = judge("numpy", output, -6, 1)
    assert row.state is State.UNKNOWN
    assert words in row.reason


def script(code: str) -> Callable[[str], list[str]]:
    return lambda library: [sys.executable, "-c", code, library]


def test_the_questions_run_with_the_environment_of_the_lane() -> None:
    code = (
        "import os,sys,json; print(json.dumps({'pools': {sys.argv[1]: int(os.environ['OMP_NUM_THREADS'])}}))"
    )
    found = brief(Pools(7, ["a", "b", "c"], script(code), at_once=2).rows(60.0))
    assert found == {name: ("ok", f"{name} 7; 0 alive once loaded") for name in "abc"}


def test_a_library_that_hangs_is_unknown_and_ended() -> None:
    asked = Pools(1, ["slow", "never"], script("import time; time.sleep(600)"), at_once=1)
    process = asked._running["slow"]
    begin = time.monotonic()
    found = by_name(asked.rows(0.05))
    assert time.monotonic() - begin < 300
    assert {row.state for row in found.values()} == {State.UNKNOWN}
    assert set(found) == {"slow", "never"}
    assert "no answer within 0.05 s" in found["slow"].reason
    assert process.returncode == -9


def test_giving_up_ends_the_questions() -> None:
    asked = Pools(1, ["slow"], script("import time; time.sleep(600)"))
    process = asked._running["slow"]
    asked.close()
    asked.close()
    assert process.returncode == -9


def test_only_installed_libraries_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "LIBRARIES", ("numpy", "no_such_library_here", "no.such.library"))
    found = by_name(Pools(1, argv=script("print('{}')")).rows(60.0))
    assert set(found) == {"numpy"}


@pytest.mark.parametrize("library", sorted(pools.ASK))
def test_a_library_answers_with_the_width_it_was_given(library: str) -> None:
    if not threads.installed(library):
        pytest.skip(f"{library} is not installed")
    found = by_name(Pools(2, [library]).rows(120.0))
    assert (found[library].state, found[library].reason) == (State.OK, "")


def test_every_question_belongs_to_a_library() -> None:
    assert sorted(threads.LIBRARIES) == sorted(pools.ASK)


def test_a_question_that_breaks_answers_so() -> None:
    code = (
        "import runpy, sys; sys.modules['pyarrow'] = None; sys.argv = ['pools.py', 'pyarrow']; "
        f"runpy.run_path({pools.__file__!r}, run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert "ModuleNotFoundError" in json.loads(done.stdout)["error"]


# --- the interpreter ---


def interpreter(**changes: Any) -> Interpreter:
    usual: dict[str, Any] = {
        "name": "CPython 3.13.1",
        "config": "'--enable-optimizations' '--with-lto'",
        "compiler_flags": "",
        "debug": False,
        "gil": None,
        "jit": None,
        "gc_thresholds": (700, 10, 10),
        "children": {"PYTHONHASHSEED": "0"},
    }
    return Interpreter(**(usual | changes))


def test_a_usual_interpreter() -> None:
    assert brief(python.rows(interpreter())) == {
        "build": ("ok", "CPython 3.13.1, profile-guided, link-time optimised"),
        "GIL": ("ok", "always on"),
        "hash seed": ("info", "0 in every child"),
        "garbage collector": ("info", "thresholds 700, 10, 10; on during timed calls"),
        "allocator": ("info", "default in every child"),
    }


@pytest.mark.parametrize(
    ("changes", "name", "state", "value"),
    [
        ({"debug": True}, "build", "warn", "CPython 3.13.1, debug build"),
        ({"config": None}, "build", "warn", "CPython 3.13.1, not profile-guided, not link-time optimised"),
        (
            {"config": "", "compiler_flags": "-fprofile-use -flto"},
            "build",
            "ok",
            "CPython 3.13.1, profile-guided, link-time optimised",
        ),
        ({"gil": True}, "GIL", "info", "on, in a build that can do without"),
        ({"gil": False}, "GIL", "info", "off"),
        ({"jit": True}, "JIT", "info", "on"),
        ({"jit": False}, "JIT", "ok", "off"),
        ({"children": {}}, "hash seed", "info", "random in every child"),
        ({"children": {"PYTHONMALLOC": "malloc"}}, "allocator", "info", "PYTHONMALLOC=malloc"),
    ],
)
def test_an_unusual_interpreter(changes: dict[str, Any], name: str, state: str, value: str) -> None:
    row = by_name(python.rows(interpreter(**changes)))[name]
    assert (row.state, row.value) == (state, value)


def test_an_allocator_that_children_do_not_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MALLOC_ARENA_MAX", "1")
    row = by_name(python.rows(interpreter()))["allocator"]
    assert row.value == "default in every child (MALLOC_ARENA_MAX of this process is not passed on)"


def test_this_interpreter_has_a_name() -> None:
    assert Interpreter.this().name.split()[1] == sys.version.split()[0]


# --- GPUs ---

H200 = "0, NVIDIA H200, Enabled, 345, 1980, 0x0000000000000001, Enabled, Disabled, 0"
FINE = "NVIDIA H200, SM clock 345 of 1980 MHz, persistence Enabled, ECC Enabled, MIG Disabled, 0 % busy"


def gpu_rows(root: Path, output: str) -> dict[str, tuple[str, str | None]]:
    grow(root, {"/dev/nvidia0": "", "/dev/nvidiactl": ""})
    return brief(gpu.rows(Machine.of(root, (0,)), lambda: output))


def test_no_gpu_is_not_asked_about(tmp_path: Path) -> None:
    grow(tmp_path, {"/dev/nvidiactl": ""})

    def never() -> str:
        raise AssertionError

    assert brief(gpu.rows(Machine.of(tmp_path, (0,)), never)) == {"GPU": ("info", "none")}


@pytest.mark.parametrize(
    ("old", "new", "state", "words"),
    [
        ("", "", "ok", FINE),
        ("H200, Enabled", "H200, Disabled", "warn", "persistence Disabled"),
        ("0001, Enabled", "0044, Enabled", "warn", "throttled: power cap, hardware thermal slowdown"),
        ("0001, Enabled", "0203, Enabled", "warn", "throttled: 0x200"),
        ("0x0000000000000001", "[N/A]", "ok", "0 % busy"),
        ("Disabled, 0", "Disabled, 12", "warn", "12 % busy"),
        ("Disabled, 0", "[N/A], [N/A]", "ok", "[N/A] % busy"),
    ],
)  # fmt: skip
def test_a_gpu(tmp_path: Path, old: str, new: str, state: str, words: str) -> None:
    found = gpu_rows(tmp_path, H200.replace(old, new) if old else H200)
    assert found["GPU 0"][0] == state
    assert words in str(found["GPU 0"][1])


def test_a_gpu_that_cannot_be_asked_is_unknown(tmp_path: Path) -> None:
    grow(tmp_path, {"/dev/nvidia0": ""})

    def rows_with(error: Exception) -> Any:
        def query() -> str:
            raise error

        return by_name(gpu.rows(Machine.of(tmp_path, (0,)), query))["GPU"]

    failed = subprocess.CalledProcessError(9, "nvidia-smi", output="Driver/library version mismatch\n")
    for error, words in (
        (FileNotFoundError("no nvidia-smi"), "no nvidia-smi"),
        (subprocess.TimeoutExpired("nvidia-smi", 2.0), "timed out"),
        (failed, "nvidia-smi: Driver/library version mismatch"),
    ):
        row = rows_with(error)
        assert row.state is State.UNKNOWN
        assert words in row.reason
    assert gpu_rows(tmp_path, "what?")["GPU"] == ("unknown", None)
