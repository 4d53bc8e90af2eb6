"""A task of a public benchmark: what is judged, its known solutions by role, and where it came from."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

import msgspec

from effibench.datasets.completion import (
    code_of,
    defined,
    unfenced,
    unfinished,
    without_future,
    without_usage,
)
from effibench.tasks.task import EntryKind, Task

__all__ = ["INSERT", "Problem", "Role", "Solution", "unfenced"]

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
        defines: name of what a completion defines, where that is not the entry point.
        aliases: other names under which completions define the entry point, because prompts use them.
        scored: whether the benchmark's own score counts it.
        facts: what official metrics need beside costs, such as hardness levels.
    """

    benchmark: str
    task: Task
    solutions: tuple[Solution, ...] = ()
    template: str = ""
    quoted: bool = False
    defines: str = ""
    aliases: tuple[str, ...] = ()
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
        its definition, such as imports and helpers, and loses the examples of its use; anything else is put where the
        template says. A definition under an alias gets the entry point's name, too.
        """
        text = code_of(completion, self._names())
        if not defined(text).isdisjoint(self._names()):
            text = without_usage(text, self._names())
        if not self.template:
            return self._named(text)
        before, _, after = self.template.partition(INSERT)
        if self.quoted:
            return f"{before}{text!r}{after}"
        head = unfinished(before) if self._names() else None
        if not defined(text).isdisjoint(self._names()):
            first, rest = without_future(text)
            return self._named(f"{first}{head.before if head else before}\n{rest}\n")
        return self._named(f"{before}{head.body(text) if head else text}{after}")

    def _names(self) -> tuple[str, ...]:
        """Names under which a completion may define what is called; none for a program or a quoted fragment."""
        entry = self.task.entry
        if self.quoted or entry.kind is EntryKind.PROGRAM:
            return ()
        return (self.defines or entry.owner or entry.name, *self.aliases)

    def _named(self, program: str) -> str:
        found = defined(program)
        known = [name for name in self._names() if name in found]
        if not known or known[0] == self._names()[0]:
            return program
        return f"{program}\n{self._names()[0]} = {known[0]}\n"
