"""The code in a model's answer: out of chat tokens and Markdown, with what belongs to it and without what does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from effibench.datasets.sources import lines_of, parsed_quietly

_FENCE = re.compile(r"(?P<indent>[ \t]*)(?P<fence>```+|~~~+)[ \t]*(?P<language>[\w+-]*)")
_PYTHON = ("python", "python3", "py")
# `<|…|>` is no Python, so at the ends of an answer it is the chat template's.
_HEAD = re.compile(r"\A\s*(?:<\|\w+\|>(?:assistant(?=<\|))?)+[ \t]*(?:\r?\n)*")
_TAIL = re.compile(r"(?:\s*<\|\w+\|>)+\s*\Z")
_INDENTS = (16, 12, 8, 4, 3, 2, 1)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Block(NamedTuple):
    """A fenced block of Markdown; `language` as the fence says, in lower case."""

    language: str
    text: str


def unfenced(text: str) -> str:
    """The code of an answer in Markdown: its first Python block, else its first block, else all of it."""
    found = blocks(text)
    return _preferred(found).text if found else text


def code_of(answer: str, names: Collection[str]) -> str:
    """The code of an answer to a task.

    Of several blocks it is the first that defines one of the names, after earlier blocks that only define and import,
    because answers bring helpers one at a time; usage that follows in blocks of its own is left out.

    Args:
        names: what the answer may define; empty if it is a whole program.
    """
    text = _TAIL.sub("", _HEAD.sub("", answer))
    found = blocks(text)
    for index, block in enumerate(found):
        if not defined(block.text).isdisjoint(names):
            helpers = [earlier.text for earlier in found[:index] if _only_defines(earlier.text)]
            return "\n".join([*helpers, block.text])
    return _preferred(found).text if found else text


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a text in Markdown. The last one may lack its end: answers are cut at a length."""
    found: list[Block] = []
    opened: re.Match[str] | None = None
    lines: list[str] = []
    for line in lines_of(text):
        mark = _FENCE.match(line)
        if opened is None:
            opened, lines = mark, []
        elif mark and mark["fence"].startswith(opened["fence"]) and not mark["language"]:
            found.append(Block(opened["language"].lower(), "".join(lines)))
            opened = None
        else:  # a block in a list item is indented as a whole
            lines.append(line.removeprefix(opened["indent"]))
    if opened is not None:
        found.append(Block(opened["language"].lower(), "".join(lines)))
    return found


def parsed(text: str) -> list[ast.stmt] | None:
    """The statements of a source; None if it is not Python."""
    try:
        return parsed_quietly(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined(text: str) -> set[str]:
    """Names of the functions and classes that a source defines at its top; none if it is not Python."""
    return {node.name for node in parsed(text) or () if isinstance(node, _DEFINITIONS)}


def without_usage(text: str, names: Collection[str]) -> str:
    """A source without the statements at its top that only try it out; other lines keep their numbers.

    They print, assert or call what is defined, or use what such a statement made. Answers end in examples, which may
    fail though the function is right. (COFFE and EvalPlus leave them out, too, with everything else that the function
    does not refer to; here set-up such as `sys.setrecursionlimit` stays.)

    Args:
        names: what the answer is to define.
    """
    body = parsed(text) or []
    made: set[str] = set()
    lines = lines_of(text)
    for index, node in enumerate(body):
        if isinstance(node, (*_DEFINITIONS, ast.Import, ast.ImportFrom)) or not _tries_out(
            node, {*names}, made
        ):
            continue
        made |= {
            name.id
            for name in ast.walk(node)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        }
        last = node.end_lineno or node.lineno
        neighbours = (
            body[index - 1].end_lineno if index else 0,
            body[index + 1].lineno if body[index + 1 :] else 0,
        )
        if node.lineno != neighbours[0] and last != neighbours[1]:
            lines[node.lineno - 1 : last] = ["\n"] * (last - node.lineno + 1)
    return "".join(lines)


def _tries_out(statement: ast.stmt, names: set[str], made: set[str]) -> bool:
    for node in _run_at_once(statement):
        if isinstance(node, ast.Assert):
            return True
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in {*names, "print"}
        ):
            return True
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in made:
            return True
    return False


def _run_at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it but the bodies of functions, which run when they are called."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _run_at_once(child)


def without_future(text: str) -> tuple[str, str]:
    """A source's `from __future__` lines, which must come first in a program, and the rest with its line numbers."""
    lines = lines_of(text)
    moved: list[str] = []
    for node in parsed(text) or ():
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            moved.append(f"{ast.unparse(node)}\n")
            lines[node.lineno - 1 : node.end_lineno] = ["\n"] * (
                (node.end_lineno or node.lineno) - node.lineno + 1
            )
    return "".join(moved), "".join(lines)


class Unfinished(NamedTuple):
    """A definition at the end of a prompt that has a head, perhaps a docstring, and no body yet.

    Attributes:
        before: what precedes it.
        indent: of its body, in blanks.
    """

    before: str
    indent: int

    def body(self, text: str) -> str:
        """A body to go on with. Where the first line lost its indentation, as stripped answers do, it gets it back."""
        first, *others = lines_of(text.lstrip("\n")) or [""]
        if not first.strip() or first[0].isspace():
            return text
        blanks = " " * self.indent
        filled = [line for line in others if line.strip()]
        opens_block = first.rstrip().endswith(":")
        lost_by_all = any(not line.startswith(blanks) for line in filled) or (
            opens_block and bool(filled) and not filled[0].startswith(f"{blanks} ")
        )
        missing = blanks if lost_by_all else ""
        return blanks + first + "".join(f"{missing}{line}" if line.strip() else line for line in others)


def unfinished(prompt: str) -> Unfinished | None:
    """The unfinished definition at the end of a prompt; None if it ends in something else."""
    for indent in _INDENTS:  # a body is wanted in the innermost block
        body = parsed(f"{prompt}\n{' ' * indent}pass\n")
        if body is None or not isinstance(body[-1], _DEFINITIONS):
            continue
        inner = outer = body[-1]
        while isinstance(inner.body[-1], _DEFINITIONS):
            inner = inner.body[-1]
        if len(inner.body) - (ast.get_docstring(inner, clean=False) is not None) != 1:
            return None
        first_line = min([outer.lineno, *(decorator.lineno for decorator in outer.decorator_list)])
        return Unfinished("".join(lines_of(prompt)[: first_line - 1]), indent)
    return None


def _preferred(found: list[Block]) -> Block:
    return next((block for block in found if block.language in _PYTHON), found[0])


def _only_defines(text: str) -> bool:
    kinds = (*_DEFINITIONS, ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign)
    body = parsed(text)
    return body is not None and all(isinstance(node, kinds) for node in body)
