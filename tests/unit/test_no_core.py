"""Where the native core cannot exist, everything that needs no process still works and the rest says why not."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

# Another operating system, as far as this package can tell: its wheel has no compiled module.
_HOOK = """
import sys

class NoCore:
    def find_spec(self, name, path=None, target=None):
        if name == "effibench._core":
            raise ModuleNotFoundError("No module named 'effibench._core'", name=name)

sys.meta_path.insert(0, NoCore())
"""
_WORDS = "needs Linux on x86-64 or aarch64 and the native core, which is not available here"


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _HOOK + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_tasks_and_candidates_work() -> None:
    done = run(
        """
        import effibench
        task = effibench.load_task("numpy/pairwise-distance")
        assert task.digest and effibench.list_tasks()
        assert effibench.Candidate.of("def solution(x): return x").digest
        assert all(getattr(effibench, name) for name in effibench.__all__)
        print(task.id)
        """
    )
    assert (done.stdout, done.stderr, done.returncode) == ("numpy/pairwise-distance\n", "", 0)


@pytest.mark.parametrize(
    "call",
    [
        "effibench.time('solution = len', 'numpy/pairwise-distance')",
        "effibench.time_many([('solution = len', 'numpy/pairwise-distance')])",
        "effibench.Session()",
        "effibench.Task(id='a/b', cases=(LiteralCase(input=1, expected=1),)).digest",
    ],
)
def test_what_needs_a_process_says_why_it_cannot(call: str) -> None:
    done = run(
        f"""
        import effibench
        from effibench.tasks.task import LiteralCase
        try:
            {call}
        except effibench.HostError as error:
            print(error)
        """
    )
    assert done.returncode == 0, done.stderr
    assert _WORDS in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["doctor"],
        ["doctor", "--json"],
        ["tasks", "check", "numpy/pairwise-distance"],
        ["time", "solution.py", "--task", "numpy/pairwise-distance"],
    ],
)
def test_a_command_that_needs_a_process_exits_with_3(arguments: list[str]) -> None:
    done = run(f"from effibench.cli import main\nmain({arguments!r})")
    assert done.returncode == 3, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith("effibench: ")
    assert _WORDS in done.stderr
    assert "Traceback" not in done.stderr


def test_the_other_commands_work() -> None:
    done = run("from effibench.cli import main\nmain(['tasks', 'list'])")
    assert done.returncode == 0, done.stderr
    assert "numpy/pairwise-distance" in done.stdout
