"""Which argument of a solution to make larger first, by what its source does with each.

Everything is a guess from the syntax tree, to choose where a search begins: loops over what comes from a parameter,
recursion on it, and operations inside of loops that look at all of a container.
"""

from __future__ import annotations

import ast

import msgspec

from effibench.audit._hint_walk import HintKind, HintWalk
from effibench.audit.syntax import Function, UnreadableError, dotted, entry_function, parameters, parse
from effibench.tasks.task import Entry, EntryKind


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """One place in the source.

    Attributes:
        degree: power of the argument's size that the place suggests, loops around it included.
        line: from 1.
    """

    kind: HintKind
    line: int
    degree: int


class ArgumentHints(msgspec.Struct, frozen=True, kw_only=True):
    """What the source does with one argument.

    Attributes:
        index: position among the arguments of a call.
        degree: largest of the hints' degrees, 0 without any.
        branching: recursion that calls itself more than once, without keeping results: exponential, perhaps.
        hints: by line.
    """

    index: int
    name: str
    degree: int
    branching: bool
    hints: tuple[Hint, ...]


class Hints(msgspec.Struct, frozen=True, kw_only=True):
    """Hints for all arguments, the one to make larger first coming first.

    Attributes:
        reason: why there are none, else empty.
    """

    arguments: tuple[ArgumentHints, ...] = ()
    reason: str = ""

    @property
    def first(self) -> int | None:
        """Index of the argument to make larger first; None if nothing depends on any."""
        return next((argument.index for argument in self.arguments if argument.degree), None)


def complexity_hints(source: str, entry: Entry) -> Hints:
    """Hints for the arguments of a source's entry point. Every source gives an outcome; nothing is run."""
    if entry.kind is EntryKind.PROGRAM:
        return Hints(reason="a program has no arguments")
    try:
        tree = parse(source)
        function = entry_function(tree, entry)
        if function is None:
            return Hints(reason=f"the source does not define {entry.name}")
        bound = entry.kind is EntryKind.METHOD and not _is_static(function)
        named = parameters(function)[int(bound) :]
        walk = HintWalk(tree)
        walk.function(function, [frozenset({index}) for index in range(len(named))], skip=int(bound))
    except UnreadableError as error:
        return Hints(reason=str(error))
    except RecursionError:
        return Hints(reason="the source is nested too deeply")
    return Hints(arguments=tuple(sorted(_arguments(named, walk), key=_urgency)))


def _is_static(function: Function) -> bool:
    return any(dotted(decorator) == "staticmethod" for decorator in function.decorator_list)


def _arguments(named: list[ast.arg], walk: HintWalk) -> list[ArgumentHints]:
    found = []
    for index, parameter in enumerate(named):
        places = walk.found.get(index, {})
        hints = [Hint(kind=kind, line=line, degree=degree) for (kind, line), degree in places.items()]
        found.append(
            ArgumentHints(
                index=index,
                name=parameter.arg,
                degree=max((hint.degree for hint in hints), default=0),
                branching=index in walk.branching,
                hints=tuple(sorted(hints, key=lambda hint: (hint.line, hint.kind))),
            )
        )
    return found


def _urgency(argument: ArgumentHints) -> tuple[bool, int, int, int]:
    return not argument.branching, -argument.degree, -len(argument.hints), argument.index
