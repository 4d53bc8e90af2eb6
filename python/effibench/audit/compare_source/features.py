"""What a solution consists of, as far as its tree shows: loops, recursion, containers, calls."""

from __future__ import annotations

from dataclasses import dataclass, field

from effibench.audit.depth import Nesting

Lines = dict[str, list[int]]


@dataclass(slots=True)
class Features:
    """Features of a source; lines are where they are seen.

    Attributes:
        depth: nested loops that are written out; `implied` counts calls such as `sum(x)` and slices too.
        loops: lines of all loops and comprehensions; `statements` of those that are no comprehensions.
        recursion: functions that come to call themselves.
        memo: decorators and dictionaries that keep results of recursive calls.
        bounds: what makes a loop shorter than its range: a square root, halving.
        exits: returns and breaks inside loops, and `any`, `all` and `next`, which stop early.
        sorts: calls that sort; `containers` by kind, without lists, tuples and text.
        searches: membership tests in loops by the kind of what is searched.
        calls: calls of what the source does not define, by name; methods begin with a dot, "[:]" is a slice.
    """

    depth: Nesting = field(default_factory=Nesting)
    implied: Nesting = field(default_factory=Nesting)
    loops: list[int] = field(default_factory=list)
    statements: list[int] = field(default_factory=list)
    recursion: Lines = field(default_factory=dict)
    memo: list[int] = field(default_factory=list)
    bounds: Lines = field(default_factory=dict)
    exits: list[int] = field(default_factory=list)
    sorts: list[int] = field(default_factory=list)
    containers: Lines = field(default_factory=dict)
    searches: Lines = field(default_factory=dict)
    calls: Lines = field(default_factory=dict)
