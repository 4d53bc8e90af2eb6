"""Answers of models: taken out of Markdown and chat tokens, and put where a benchmark's template says."""

from __future__ import annotations

import pytest

from effibench.datasets.completion import (
    blocks,
    code_of,
    defined,
    unfenced,
    unfinished,
    without_future,
    without_usage,
)
from effibench.datasets.problem import Problem
from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task

TWO = "First a helper:\n```python\ndef help():\n    return 1\n```\nThen:\n```python\ndef f():\n    return help()\n```\n"


def problem(template: str = "", *, entry: Entry | None = None, **fields: object) -> Problem:
    task = Task.make(
        "t",
        cases=[LiteralCase(input=[], expected=1)],
        entry=entry or Entry(kind=EntryKind.FUNCTION, name="f"),
    )
    return Problem(benchmark="b", task=task, template=template, **fields)  # type: ignore[arg-type]


def outcome(source: str, name: str = "f") -> object:
    namespace: dict[str, object] = {}
    exec(compile(source, "made", "exec", dont_inherit=True), namespace)
    return namespace[name]() if callable(namespace[name]) else namespace[name]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("x = 1\n", "x = 1\n"),
        ("```\nx = 1\n```", "x = 1\n"),
        ("Text\n```python\nx = 1\n```\nmore text", "x = 1\n"),
        ("```bash\npip install x\n```\n```Python\nx = 1\n```", "x = 1\n"),
        ("```text\nfirst\n```\n```text\nsecond\n```", "first\n"),
        ("```python\nx = 1\ny = ", "x = 1\ny = "),
        ("- point\n  ```py\n  if x:\n      y = 1\n  ```\n", "if x:\n    y = 1\n"),
        ("````md\n```\nx\n```\n````", "```\nx\n```\n"),
        ("~~~python\nx = 1\n~~~", "x = 1\n"),
    ],
)
def test_code_in_markdown(answer: str, code: str) -> None:
    assert unfenced(answer) == code


def test_the_block_that_defines_the_function_is_taken_with_earlier_helpers() -> None:
    assert outcome(code_of(TWO, ["f"])) == 1
    usage = "```python\nprint(f())\n```\n" + TWO + "```python\nassert f() == 2\n```\n"
    assert code_of(usage, ["f"]) == "def help():\n    return 1\n\ndef f():\n    return help()\n"


def test_blocks_know_their_language() -> None:
    assert [block.language for block in blocks("```Python\n1\n```\n``` \n2\n```\n")] == ["python", ""]


@pytest.mark.parametrize(
    "answer",
    [
        "<|start_header_id|>assistant<|end_header_id|>\n\n    return 1<|eot_id|>",
        "<|im_start|>\n    return 1\n<|im_end|>\n",
        "    return 1",
    ],
)
def test_chat_tokens_at_the_ends_are_no_code(answer: str) -> None:
    assert code_of(answer, ["f"]).rstrip() == "    return 1"


def test_tokens_within_code_stay() -> None:
    assert code_of("x = '<|end|>'\n", ["f"]) == "x = '<|end|>'\n"


@pytest.mark.parametrize("text", ["def f(:", "\0", "(" * 5000])
def test_what_is_not_python_defines_nothing(text: str) -> None:
    assert defined(text) == set()


@pytest.mark.parametrize(
    ("prompt", "indent"),
    [
        ("def f(x):\n", 4),
        ('import math\n\n@deco\ndef f(x):\n    """Doc."""\n', 4),
        ("def f(x):\n  '''Doc.'''\n", 2),
        ("class Solution(object):\n    def f(self):\n", 8),
        ('class Solution:\n    def g(self): return 1\n    def f(self):\n        """Doc."""\n', 8),
    ],
)
def test_the_end_of_a_prompt_wants_a_body(prompt: str, indent: int) -> None:
    found = unfinished(prompt)
    assert found is not None
    assert (found.indent >= indent, found.before) == (True, "import math\n\n" if "math" in prompt else "")
    assert defined(f"{prompt}{found.body('return 1')}\n")


@pytest.mark.parametrize(
    "prompt", ["", "import math\n", "def f():\n    return 1\n", "class A:\n    x = 1\n", "def ("]
)
def test_other_prompts_want_none(prompt: str) -> None:
    assert unfinished(prompt) is None


@pytest.mark.parametrize(
    "completion",
    [
        "    y = 1\n    return y\n",
        "y = 1\n    return y\n",
        "y = 1\nreturn y\n",
        "if True:\n        return 1\n",
        "if True:\n    return 1\n",
        "return 1",
        "\n\n    return 1",
        "```python\n    return 1\n```",
        "```python\nfrom __future__ import annotations\ndef f() -> Undefined:\n    return ONE\n```",
        "def f():\n    return help()\n",
        "async def g(): ...\ndef f():\n    return ONE\n",
    ],
)
def test_bodies_and_whole_functions_after_a_prompt(completion: str) -> None:
    prompt = 'ONE = 1\n\ndef help():\n    return ONE\n\ndef f():\n    """One."""\n'
    assert outcome(problem(f"{prompt}[insert]").assemble(completion)) == 1


def test_what_follows_the_place_of_a_body_is_kept() -> None:
    assert outcome(problem("def f():\n[insert]\n\nOTHER = 3\n").assemble("    return 1"), "OTHER") == 3


def test_an_alias_gets_the_name_of_the_entry_point() -> None:
    named = problem(aliases=("g",))
    assert outcome(named.assemble("def g():\n    return 1\n")) == 1
    assert outcome(named.assemble("def g():\n    return 2\ndef f():\n    return 1\n")) == 1
    assert "f = " not in named.assemble("def h():\n    return 1\n")


def test_what_is_defined_need_not_be_the_entry_point() -> None:
    made = problem(defines="Solution").assemble(
        "```python\nx = 1\n```\n```python\nclass Solution:\n    pass\n```\n"
    )
    assert made == "x = 1\n\nclass Solution:\n    pass\n"


def test_a_program_goes_where_the_template_says_whatever_it_defines() -> None:
    runner = problem(
        "def g():\n    return 1\n[insert]\nresult = Solution().f()\n", entry=Entry(kind=EntryKind.PROGRAM)
    )
    made = runner.assemble("```python\nclass Solution:\n    def f(self): return g()\n```")
    assert outcome(made, "result") == 1


def test_future_imports_move_to_the_top_and_lines_keep_their_numbers() -> None:
    first, rest = without_future("'''Doc.'''\nfrom __future__ import (\n    annotations,\n)\nx = 1\n")
    assert (first, rest) == ("from __future__ import annotations\n", "'''Doc.'''\n\n\n\nx = 1\n")
    assert without_future("x = 1\n") == ("", "x = 1\n")


EXAMPLES = """import sys
sys.setrecursionlimit(10**6)
TABLE = [help(n) for n in range(3)]

def f(x):
    return TABLE[x]

cached = memo(f)
result = f(7)
for item in result:
    total = item
print("…")
assert cached(1) == 1
text = len(result) + total
if text > 3:
    raise ValueError
"""


def test_examples_of_use_are_left_out_and_lines_keep_their_numbers() -> None:
    kept = without_usage(EXAMPLES, ["f"]).splitlines()
    assert len(kept) == len(EXAMPLES.splitlines())
    assert [line for line in kept if line] == [
        "import sys",
        "sys.setrecursionlimit(10**6)",
        "TABLE = [help(n) for n in range(3)]",
        "def f(x):",
        "    return TABLE[x]",
        "cached = memo(f)",
    ]


@pytest.mark.parametrize(
    "text", ["x = 1; print(x)\n", "again = lambda: f(1)\n", "print(1); y = 2\n", "def (", "    return f(1)\n"]
)
def test_what_shares_its_line_or_is_not_run_at_once_stays(text: str) -> None:
    assert without_usage(text, ["f"]) == text


@pytest.mark.parametrize("mark", ["\f", "\x1c", "\x85", "\u2028"])
def test_lines_are_counted_as_the_compiler_does(mark: str) -> None:
    note = f"NOTE = '{mark}'\n"
    function = "def f():\n    return 1\n"
    assert without_usage(f"{note}{function}print(f())\n", ["f"]) == f"{note}{function}\n"
    assert without_future(f"{note}from __future__ import annotations\n{function}")[1] == f"{note}\n{function}"
    found = unfinished(f"{note}import math\ndef f():\n")
    assert found is not None
    assert found.before == f"{note}import math\n"


def test_an_example_that_fails_does_not_make_the_function_fail() -> None:
    answer = "```python\ndef f():\n    return 1\n\nprint(f(1, 2, 3))\nassert f() == 2\n```"
    assert outcome(problem().assemble(answer)) == 1
    method = "class Solution:\n    def f(self): return 1\n\nsolution = Solution()\nsolution.g()\n"
    entry = Entry(kind=EntryKind.METHOD, owner="Solution", name="f")
    assert "solution" not in problem(entry=entry).assemble(method)
    program = problem(entry=Entry(kind=EntryKind.PROGRAM))
    assert program.assemble("print(1)\n") == "print(1)\n"
