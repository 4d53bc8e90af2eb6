"""A task of a public benchmark: what is judged, its known solutions by role, and where it came from."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from effibench.datasets.sources import parsed_quietly
from effibench.tasks.task import EntryKind, Task

INSERT = "[insert]"


class Role(StrEnum):
    """What a benchmark says of a solution."""

    CANONICAL = "canonical"  # the benchmark's own, correct by definition, not tuned
    PERFORMANT = "performant"  # meant to be fast
    REFERENCE = "reference"  # what candidates are compared with or clustered by
    POOL = "pool"  # one of many accepted ones


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """A known correct solution.

    Attributes:
        source: the whole program, ready to be judged.
        facts: what the benchmark says of it, such as a listed runtime or a cluster's score.
    """

    role: Role
    name: str
    source: str
    facts: dict[str, Any] = {}


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """One task of a benchmark.

    Attributes:
        benchmark: name of its loader.
        task: the task as effibench judges it; its `source` says where it came from and under which licence.
        solutions: known solutions; the benchmark's order within a role.
        template: text around a completion, which replaces `[insert]`; empty if a completion is a whole program.
        quoted: the completion is put in as a Python string: the program decides what to make of it.
        scored: whether the benchmark's own score counts it.
        facts: what official metrics need beside costs, such as hardness levels.
    """

    benchmark: str
    task: Task
    solutions: tuple[Solution, ...] = ()
    template: str = ""
    quoted: bool = False
    scored: bool = True
    facts: dict[str, Any] = {}

    @property
    def id(self) -> str:
        """The benchmark's own name of the task."""
        return self.task.id

    def by_role(self, role: Role) -> list[Solution]:
        """Its solutions with one role."""
        return [solution for solution in self.solutions if solution.role is role]

    def first(self, roles: Sequence[Role]) -> Solution | None:
        """The first solution with the first of the roles that any has."""
        return next((solution for role in roles for solution in self.by_role(role)), None)

    def assemble(self, completion: str) -> str:
        """The program that a model's completion makes.

        A completion that defines the entry point itself is a whole program, but keeps what the template holds before
        its definition, such as imports and helpers; anything else is put where the template says.
        """
        text = unfenced(completion)
        if not self.template:
            return text
        before, _, after = self.template.partition(INSERT)
        if self.quoted:
            return f"{before}{text!r}{after}"
        if self._defines_entry(text):
            return f"{_without_last_definition(before)}\n{text}\n"
        return before + text + after

    def _defines_entry(self, text: str) -> bool:
        entry = self.task.entry
        if entry.kind is EntryKind.PROGRAM:
            return False
        try:
            body = parsed_quietly(text).body
        except (SyntaxError, ValueError):
            return False
        wanted = entry.owner or entry.name
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return any(isinstance(node, kinds) and node.name == wanted for node in body)


def unfenced(text: str) -> str:
    """The code of an answer in Markdown: its first fenced block, or all of it if there is none."""
    lines = text.splitlines(keepends=True)
    fences = [number for number, line in enumerate(lines) if line.lstrip().startswith("```")]
    if not fences:
        return text
    end = fences[1] if len(fences) > 1 else len(lines)  # a cut answer has no closing fence
    return "".join(lines[fences[0] + 1 : end])


def _without_last_definition(text: str) -> str:
    """What comes before the unfinished definition at the end of a prompt."""
    try:
        body = parsed_quietly(f"{text}\n    pass\n").body
    except (SyntaxError, ValueError):
        return ""
    last = body[-1] if body else None
    if not isinstance(last, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return text
    first_line = min([last.lineno, *(decorator.lineno for decorator in last.decorator_list)])
    return "".join(text.splitlines(keepends=True)[: first_line - 1])
