"""EffiBench-X: hand-made records of both types, limits of their own, and languages that are not judged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from task_parts import decision, process_limits, verdicts  # noqa: F401

from effibench.datasets.inside.evaluators import cleaned
from effibench.datasets.problem import Problem, Role
from effibench.datasets.registry import load
from effibench.errors import DatasetError
from effibench.tasks.task import EntryKind, Task

pytestmark = pytest.mark.usefixtures("process_limits")

EVALUATOR = "def evaluate(output, expected):\n    return sorted(output.split()) == sorted(expected.split())\n"
RUNNER = """import json, sys

class Helper: pass

    # ==Code Submission== (leave this line)

if __name__ == "__main__":
    print(Solution().double(json.loads(input())))
"""
DOUBLE = (
    "class Solution:\n    def double(self, xs: List[int]) -> List[int]:\n        return [2 * x for x in xs]\n"
)
SLOW = DOUBLE.replace("2 * x", "x + x")


def record(**changes: Any) -> dict[str, Any]:
    made = {
        "id": "7",
        "title": "Words",
        "title_slug": "words",
        "source": "aizu",
        "type": "io",
        "difficulty": "easy",
        "tags": [],
        "time_limit_nanos": 2_000_000_000,
        "memory_limit_bytes": 268435456,
        "starter_code": None,
        "solutions": {
            "cpp": {"code": "int main() {}"},
            "python3": {"code": "print(*input().split()[::-1])\n", "runtime": 12, "memory": 3},
        },
        "evaluator": EVALUATOR,
        "generated_tests": json.dumps(
            [
                {"input": "a b\n", "output": "b a\n"},
                {"input": "\n", "output": ""},
                {"input": "c\n", "output": "c"},
            ]
        ),
        "test_runners": None,
    }
    return made | changes


def functional(**changes: Any) -> dict[str, Any]:
    distribution = json.dumps([[30, 50.0, SLOW], [20, 1.5, DOUBLE], [10, 0.1, None]])
    return record(
        **{
            "source": "leetcode",
            "type": "functional",
            "title_slug": "double",
            "starter_code": {"python3": "class Solution: ...", "cpp": "…"},
            "solutions": {"python3": {"code": SLOW, "runtimeDistribution": distribution}, "cpp": None},
            "generated_tests": [{"input": "[1, 2]", "output": "[2, 4]\n"}],
            "test_runners": {"python3": RUNNER, "cpp": "…"},
        }
        | changes
    )


def loaded(folder: Path, *records: dict[str, Any]) -> list[Problem]:
    (folder / "test.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    return load("effibench-x", folder).problems


def output(task: Task, source: str, text: str, capfd: pytest.CaptureFixture[str], monkeypatch: Any) -> str:
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    namespace = {"__name__": "__main__"}
    exec(task.prelude, namespace)
    exec(source, namespace)
    return capfd.readouterr().out


def test_a_task_on_stdin_and_stdout(tmp_path: Path) -> None:
    (problem,) = loaded(tmp_path, record())
    task = problem.task
    assert (problem.id, task.entry.kind, problem.template) == ("aizu_7_words", EntryKind.PROGRAM, "")
    assert [(case.input, case.expected) for case in task.cases] == [
        ("a b\n", "b a\n"),
        ("\n", ""),
        ("c\n", "c"),
    ]
    assert (task.limits.call_seconds, task.limits.memory_bytes) == (2.0, 268435456)
    assert problem.facts["languages_left_out"] == ["cpp"]
    (canonical,) = problem.solutions
    assert (canonical.role, canonical.facts) == (Role.CANONICAL, {"listed_ms": 12})


def test_the_records_evaluator_decides(tmp_path: Path) -> None:
    task = loaded(tmp_path, record())[0].task
    assert decision(task, "\x1b[1ma\x1b[0m\r\nb", "b a\n", "a b\n").ok
    assert not decision(task, "a", "b a\n", "a b\n").ok
    raising = loaded(tmp_path, record(evaluator="def evaluate(output, expected):\n    return 1 / 0\n"))[
        0
    ].task
    assert not decision(raising, "a", "a", "").ok
    imports = loaded(
        tmp_path, record(evaluator="def evaluate(a, b):\n    return isqrt(4) == 2 and re and deque\n")
    )
    assert decision(imports[0].task, "a", "a", "").ok


def test_a_functional_task_runs_the_submission_in_its_runner(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (problem,) = loaded(tmp_path, functional())
    assert "==Code Submission==" not in problem.template
    for source in (problem.task.reference, problem.assemble(f"Here:\n```python\n{DOUBLE}```\n")):
        assert output(problem.task, source, "[1, 2]\n", capfd, monkeypatch) == "[2, 4]\n"
    roles = [(one.role, one.facts.get("listed_ms")) for one in problem.solutions]
    assert roles == [(Role.CANONICAL, None), (Role.PERFORMANT, 20), (Role.POOL, 20), (Role.POOL, 30)]
    assert all("json.loads(input())" in one.source for one in problem.solutions)


def test_limits_that_a_record_lacks_are_the_harness(tmp_path: Path) -> None:
    task = loaded(tmp_path, record(time_limit_nanos=None, memory_limit_bytes=0))[0].task
    assert (task.limits.call_seconds, task.limits.memory_bytes) == (10.0, 1 << 30)


def test_a_folder_with_a_file_for_each_problem(tmp_path: Path) -> None:
    for name, content in (("aizu_7_words", record()), ("leetcode_7_double", functional())):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    assert [problem.id for problem in load("effibench-x", tmp_path).problems] == [
        "aizu_7_words",
        "leetcode_7_double",
    ]
    (tmp_path / "broken.json").write_text("{}")
    found = load("effibench-x", tmp_path, keep_going=True)
    assert len(found.problems) == 2
    assert str(found.malformed[0]).count("broken.json") == 1


@pytest.mark.parametrize(
    ("text", "clean"),
    [("a\r\nb\r\r\nc\n", "a\nb\nc"), ("\x1b[31mred\x1b[0m ", "red"), ("\x1bM\x1b(x", "\x1b(x")],
)
def test_what_evaluators_get_to_see(text: str, clean: str) -> None:
    assert cleaned(text) == clean


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (
            record(solutions={"cpp": {"code": "x"}, "java": None}),
            "none in python3 .only cpp., and only Python",
        ),
        (record(solutions={}), "only none"),
        (record(type="sql"), "type = 'sql'"),
        (record(generated_tests="[]"), "generated_tests: is empty"),
        (record(generated_tests='[{"input": 3}]'), "generated_tests: "),
        (functional(test_runners=None), "a functional task needs one"),
        (functional(test_runners={"python3": "x"}), "this has 0"),
        (
            functional(solutions={"python3": {"code": "x", "runtimeDistribution": "{}"}}),
            "runtimeDistribution",
        ),
        (
            functional(solutions={"python3": {"code": "x", "runtimeDistribution": "[[1]]"}}),
            "runtimeDistribution",
        ),
        (record(time_limit_nanos="x"), "time_limit_nanos"),
    ],
)
def test_malformed_records_are_named(tmp_path: Path, broken: dict[str, Any], message: str) -> None:
    with pytest.raises(DatasetError, match=rf"test\.jsonl, line 1: .*{message}"):
        loaded(tmp_path, broken)
