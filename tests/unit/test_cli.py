"""The command line as a program: exit codes, streams, messages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import Invoke

from effibench import __version__
from effibench.cli import main
from effibench.cli.options import session_options
from effibench.errors import HostError
from effibench.model import Measurement

TASK_TOML = """id = "mine/sum"
title = "Sum"
library = "none"
domains = ["correctness-small", "stress-large"]
created = 2026-11-30
"""


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tasks") / "sum"
    folder.mkdir()
    for name, text in {
        "task.toml": TASK_TOML,
        "prompt.md": "Add the numbers up.\n",
        "inputs.py": "def input_generator(seed, input_domain):\n    return [seed, len(input_domain)]\n",
        "reference.py": "solution = sum\n",
        "good.py": "def solution(x):\n    return sum(x)\n",
        "bad.py": "def solution(x):\n    return 0\n",
        "raises.py": "def solution(x):\n    raise ValueError('not today')\n",
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


# --- usage ---


def test_version_and_help(invoke: Invoke) -> None:
    assert invoke("--version") == (0, f"effibench, version {__version__}\n", "")
    shown = invoke("--help")
    assert shown.code == 0
    assert "Exit codes" in shown.out
    for command in ("time", "tasks", "doctor"):
        assert command in shown.out
        assert invoke(command, "-h").code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "nonsense"),
        (["time"], "CANDIDATE"),
        (["time", "x.py"], "--task"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--speed"], "--speed"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--cases", "many"], "'many'"),
        (["time", "x.py", "--task", "numpy/pairwise-distances"], "did you mean numpy/pairwise-distance"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--protocol", "fast"], "'fast'.*--protocol"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--level", "safe"], "'safe'.*--level"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--lanes", "a-b"], "--lanes 'a-b'"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--lanes", "9999"], "9999.*--lanes"),
        (["time", "x.py", "--task", "numpy/pairwise-distance", "--cases", "0"], "0.*--cases"),
        (["time", "absent.py", "--task", "numpy/pairwise-distance"], r"absent\.py"),
        (["tasks", "show", "nothing/like-it"], "nothing/like-it"),
        (["tasks", "check", "nothing/like-it"], "nothing/like-it"),
        (["tasks", "new"], "DIRECTORY"),
    ],
)
def test_a_usage_error_exits_with_2_and_names_what_to_mend(
    invoke: Invoke, arguments: list[str], words: str
) -> None:
    done = invoke(*arguments)
    assert done.code == 2
    assert done.out == ""
    import re

    assert re.search(words, done.err, re.DOTALL), done.err
    assert "Traceback" not in done.err


def test_no_command_shows_the_help(invoke: Invoke) -> None:
    done = invoke()
    assert done.code == 2
    assert "Usage:" in done.err
    assert done.out == ""


def test_an_unfit_host_exits_with_3(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(**_: object) -> None:
        raise HostError("no seccomp here")

    monkeypatch.setattr("effibench.timing.doctor.examine", unfit)
    assert invoke("doctor") == (3, "", "effibench: no seccomp here\n")


def test_ctrl_c_exits_with_130(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("effibench.timing.doctor.examine", interrupted)
    done = invoke("doctor")
    assert (done.code, done.out) == (130, "")
    assert "effibench: interrupted" in done.err


def test_an_error_of_our_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("effibench.timing.doctor.examine", broken)
    with pytest.raises(ZeroDivisionError):
        main(["doctor"])


def test_flags_become_the_arguments_of_a_session() -> None:
    made = session_options(
        protocol="strict", base_seed=7, cases=2, lanes="1,3-4", level="weak", wait_seconds=1.0
    )
    assert made == {
        "protocol": "strict",
        "base_seed": 7,
        "cases_per_domain": 2,
        "lanes": [1, 3, 4],
        "level": "weak",
        "lane_wait_seconds": 1.0,
    }


def test_the_module_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "effibench", "--version"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert __version__ in done.stdout


# --- tasks ---


def test_tasks_list(invoke: Invoke) -> None:
    done = invoke("tasks", "list")
    assert (done.code, done.err) == (0, "")
    assert "numpy/pairwise-distance" in done.out
    as_json = invoke("tasks", "list", "--json")
    rows = json.loads(as_json.out)
    assert (as_json.code, as_json.err) == (0, "")
    assert len(rows) == len(done.out.splitlines())
    assert set(rows[0]) == {"id", "title", "library", "difficulty", "taxonomy"}


def test_tasks_show(invoke: Invoke, task: Path) -> None:
    done = invoke("tasks", "show", task)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Add the numbers up.\n")
    assert "correctness-small, stress-large" in done.out
    parsed = json.loads(invoke("tasks", "show", task, "--json").out)
    assert parsed["id"] == "mine/sum"
    assert parsed["reference"] == "solution = sum\n"


def test_tasks_new_writes_what_loads(invoke: Invoke, tmp_path: Path) -> None:
    from effibench.tasks.load import load_task

    folder = tmp_path / "running-total"
    done = invoke("tasks", "new", folder)
    assert (done.code, done.out) == (0, "")
    assert f"effibench tasks check {folder}" in done.err
    made = load_task(folder)
    assert made.id == "numpy/running-total"
    assert len(made.spectrum) == 3
    assert len(made.wrong) == 2
    again = invoke("tasks", "new", folder)
    assert again.code == 2
    assert str(folder) in again.err
    assert load_task(folder) is made


def test_tasks_new_here_takes_the_folders_name(
    invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from effibench.tasks.load import load_task

    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert invoke("tasks", "new", ".", "--library", "pandas").code == 0
    assert load_task(folder).id == "pandas/here"


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_tasks_new_refuses_a_file(invoke: Invoke, tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    done = invoke("tasks", "new", tmp_path / name)
    assert done.code == 2
    assert str(tmp_path / name) in done.err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


# --- with real processes; their own lock directory, so that nothing else on this machine is waited for ---


@pytest.fixture
def _own_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EFFIBENCH_LOCK_DIR", str(tmp_path / "locks"))


FLAGS = ("--level", "weak", "--cases", "1")


@pytest.mark.usefixtures("_own_locks")
@pytest.mark.parametrize(
    ("name", "code", "verdict"),
    [("good.py", 0, "pass"), ("bad.py", 1, "wrong_answer"), ("raises.py", 1, "runtime_error")],
)
def test_time_says_what_became_of_a_candidate(
    invoke: Invoke, task: Path, name: str, code: int, verdict: str
) -> None:
    done = invoke("time", task / name, "--task", task, *FLAGS, "--json")
    assert done.code == code, done.err
    assert done.err == ""
    measured = Measurement.from_json(done.out)
    assert measured.verdict.value == verdict
    assert measured.candidate == str(task / name)
    assert (measured.seconds is not None) is (verdict == "pass")
    assert json.loads(done.out)["schema"] == 1


@pytest.mark.usefixtures("_own_locks")
def test_time_for_people(invoke: Invoke, task: Path) -> None:
    done = invoke("time", task / "good.py", "--task", task, *FLAGS)
    assert done.code == 0, done.err
    assert done.err == ""
    assert done.out.startswith("pass  ")
    for words in ("time", "ratio", "peak memory", "2 of 2 passed", "protection", "stress-large"):
        assert words in done.out
    failed = invoke("time", task / "raises.py", "--task", task, *FLAGS)
    assert failed.code == 1
    assert failed.out.startswith("runtime_error  ")
    assert "correctness-small, seed 42: ValueError: not today" in failed.out
    assert "raise ValueError('not today')" in failed.out  # the traceback shows the candidate's line
    assert "stress-large" not in failed.out


@pytest.mark.usefixtures("_own_locks")
def test_a_candidate_without_an_entry_point_is_told_its_name(
    invoke: Invoke, task: Path, tmp_path: Path
) -> None:
    file = tmp_path / "empty.py"
    file.write_text("def Solution(x): ...\n", encoding="utf-8")
    done = invoke("time", file, "--task", task, *FLAGS)
    assert done.code == 1
    assert "the source defines no solution" in done.out


@pytest.mark.usefixtures("_own_locks")
def test_a_broken_task_is_not_the_candidates_fault(invoke: Invoke, task: Path, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    for name in ("task.toml", "inputs.py"):
        (folder / name).write_bytes((task / name).read_bytes())
    (folder / "reference.py").write_text("def solution(x):\n    return y\n", encoding="utf-8")
    done = invoke("time", task / "good.py", "--task", folder, *FLAGS, "--json")
    assert (done.code, done.out) == (2, "")
    assert "reference.py on correctness-small, seed 42: runtime_error: NameError" in done.err


# --- doctor ---


@pytest.mark.usefixtures("_own_locks")
def test_doctor(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("effibench.timing.doctor.JITTER_SECONDS", 0.02)
    monkeypatch.setattr("effibench.timing.doctor.threads.LIBRARIES", ("numpy",))
    monkeypatch.setattr("effibench.timing.doctor.floor.SECONDS", 0.05)
    done = invoke("doctor", "--json")
    report: dict[str, Any] = json.loads(done.out)
    failed = [row for row in report["rows"] if row["state"] == "fail"]
    assert done.code == (1 if report["level"] == "weak" or failed else 0)
    assert done.err == ""
    assert {"host", "rows", "level", "protections", "clock", "jitter", "noise_floor", "summary"} == set(
        report
    )
    states = {entry["name"]: entry["state"] for entry in report["protections"]}
    assert states["seccomp"] == "on"
    assert report["host"]["cpus"] == os.cpu_count()


def made_report(**changes: Any) -> Any:
    from effibench.model import Host, Protection
    from effibench.timing.doctor import Report, Row, State

    rows = (
        Row(name="SMT", group="cpu", state=State.OK, value="off"),
        Row(name="turbo", group="cpu", state=State.UNKNOWN, value=None, reason="no cpufreq here"),
        Row(
            name="ASLR",
            group="kernel",
            state=State.WARN,
            value="off",
            consequence="every process has the same layout, so one layout decides each and every comparison",
            mend="sudo sysctl -w kernel.randomize_va_space=2 && echo a command that is longer than a line",
        ),
    )
    fields: dict[str, Any] = {
        "host": Host(node="n", cpu="Z80", cpus=2, kernel="6.1", python="CPython 3.13", effibench="0"),
        "rows": rows,
        "level": "standard",
        "protections": (Protection(name="seccomp", state="on"),),
        "clock": None,
        "jitter": None,
        "summary": "level standard; no failures; 1 warning",
    }
    return Report(**(fields | changes))


def test_doctor_for_people(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("effibench.timing.doctor.examine", lambda **_: made_report())
    done = invoke("doctor")
    assert (done.code, done.err) == (0, "")
    lines = [line.rstrip() for line in done.out.splitlines()]
    assert lines[0] == "Z80, 2 CPUs, Linux 6.1, CPython 3.13"
    assert lines[1:5] == [
        "",
        "cpu",
        "ok       SMT                        off",
        "unknown  turbo                      no cpufreq here",
    ]
    assert lines[5:8] == ["", "kernel", "warn     ASLR                       off"]
    # Unbroken, so that it can be copied.
    assert lines[9] == (
        "         → sudo sysctl -w kernel.randomize_va_space=2 && echo a command that is longer than a line"
    )
    assert any(line.startswith("seccomp") for line in lines)
    assert lines[-1] == "level standard; no failures; 1 warning"


def test_doctor_exits_with_1_where_times_cannot_be_trusted(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch
) -> None:
    from effibench.timing.doctor import Row, State

    bad = Row(name="jitter", group="noise", state=State.FAIL, value="v", consequence="c", mend="m")
    for changes in ({"rows": (bad,)}, {"level": "weak", "rows": ()}):
        monkeypatch.setattr(
            "effibench.timing.doctor.examine", lambda changes=changes, **_: made_report(**changes)
        )
        assert invoke("doctor").code == 1
        assert invoke("doctor", "--json").code == 1


def test_doctor_fix_and_undo(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from effibench.timing.doctor import fix
    from effibench.timing.doctor.rows import Machine, Tree

    setting = tmp_path / "proc/sys/kernel/nmi_watchdog"
    setting.parent.mkdir(parents=True)
    setting.write_text("1\n", encoding="utf-8")
    change, restore = fix.fix, fix.undo
    monkeypatch.setattr(fix, "fix", lambda: change(Machine.of(tmp_path, (0,))))
    monkeypatch.setattr(fix, "undo", lambda file: restore(file, Tree(tmp_path)))

    done = invoke("doctor", "--fix")
    assert (done.code, done.err) == (0, "")
    file = tmp_path / "var/lib/effibench/doctor-undo.json"
    assert done.out.splitlines()[0].split() == ["changed", "/proc/sys/kernel/nmi_watchdog", "1", "→", "0"]
    assert f"effibench doctor --undo {file}" in done.out
    assert setting.read_text(encoding="utf-8") == "0"
    again = invoke("doctor", "--fix")
    assert (again.code, again.out) == (0, "nothing to change\n")

    back = json.loads(invoke("doctor", "--undo", file, "--json").out)
    assert [outcome["state"] for outcome in back["outcomes"]] == ["restored"]
    assert setting.read_text(encoding="utf-8") == "1"
    gone = invoke("doctor", "--undo", file)
    assert (gone.code, gone.out) == (2, "")
    assert str(file) in gone.err

    monkeypatch.setattr(fix, "_write", lambda tree, change, value, done: refused(change))
    assert invoke("doctor", "--fix").code == 1


def refused(change: Any) -> Any:
    from effibench.timing.doctor.fix import Outcome

    return Outcome(
        path=change.path, row=change.row, before="1", now="1", state="refused", reason="Read-only file system"
    )


def test_doctor_cannot_fix_and_undo_at_once(invoke: Invoke) -> None:
    done = invoke("doctor", "--fix", "--undo", "x.json")
    assert (done.code, done.out) == (2, "")
    assert "--fix and --undo" in done.err
