"""From what differs between two sources to the kind of change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain

from effibench.audit.compare_source.features import Features, Lines
from effibench.audit.compare_source.result import ChangeLabel, Evidence
from effibench.audit.syntax import words

BUILTINS = words(
    "sum max min any all sorted len abs set list dict tuple map filter zip enumerate reversed divmod pow round str int "
    "bin ord chr range next iter frozenset Counter .count .index .find .join .sort .split .replace .reverse .copy "
    ".extend .strip .lstrip .rstrip .lower .upper .swapcase .title .isdigit .isalpha .islower .isupper .translate "
    ".startswith .endswith .insert .pop .remove .update .union .intersection .most_common .items .values .keys .zfill "
    ".bit_count .bit_length gcd lcm prod factorial comb isqrt sqrt reduce accumulate [:]"
)
# They differ wherever a loop is written in another way, and say nothing of it.
_WEAK = frozenset({".append", "range", "len", "enumerate", "zip", "int", "list", "str"})


def decided(first: Features, second: Features) -> tuple[ChangeLabel, tuple[Evidence, ...]]:
    """The label that the differences suggest, and all differences, those that decided first.

    A difference in recursion, in kept results or in the depth of loops, loops in builtin calls included, is one of
    algorithm. With equal depth, other containers are one of data structure. Then loops that end sooner or a sort are
    one of algorithm, loops in the place of which builtins are called a builtin substitution, and so are other builtins
    without any of these.
    """
    differences = {name: found for name, found in _differences(first, second) if found is not None}
    for names, label, holds in _RULES:
        decisive = [differences[name] for name in names if name in differences]
        if decisive and holds(first, second):
            others = [found for found in differences.values() if found not in decisive]
            return label, (*decisive, *others)
    return ChangeLabel.UNDECIDED, tuple(differences.values())


def _always(first: Features, second: Features) -> bool:
    return True


def _loops_became_builtins(first: Features, second: Features) -> bool:
    """Whether the side with fewer loops calls builtins that the other does not."""
    left, right = (len(first.statements), len(first.loops)), (len(second.statements), len(second.loops))
    if left == right:
        return False
    fewer, more = (first, second) if left < right else (second, first)
    added = fewer.calls.keys() - more.calls.keys() - _WEAK
    if fewer.loops:
        added -= {"[:]"}  # a slice stands for a loop only where no loop is left
    return bool(added) and added <= BUILTINS


def _only_builtins(first: Features, second: Features) -> bool:
    changed = (first.calls.keys() ^ second.calls.keys()) - _WEAK
    return bool(changed) and changed <= BUILTINS


def _other_depth(first: Features, second: Features) -> bool:
    return first.depth.depth != second.depth.depth


_RULES: tuple[tuple[tuple[str, ...], ChangeLabel, Callable[[Features, Features], bool]], ...] = (
    (("recursion", "kept results", "loops in loops"), ChangeLabel.ALGORITHM_STRATEGY, _always),
    (("containers", "searches in loops"), ChangeLabel.DATA_STRUCTURE, _always),
    (("bounds of loops", "sorts"), ChangeLabel.ALGORITHM_STRATEGY, _always),
    (("loops", "calls"), ChangeLabel.BUILTIN_SUBSTITUTION, _loops_became_builtins),
    (("loops",), ChangeLabel.ALGORITHM_STRATEGY, _other_depth),
    (("early ends of loops",), ChangeLabel.ALGORITHM_STRATEGY, _always),
    (("calls",), ChangeLabel.BUILTIN_SUBSTITUTION, _only_builtins),
)


def _differences(first: Features, second: Features) -> Iterable[tuple[str, Evidence | None]]:
    yield (
        "recursion",
        _of_lines(
            "recursion",
            first,
            second,
            lambda found: {"a function calls itself": list(chain(*found.recursion.values()))},
        ),
    )
    yield "kept results", _of_lines("kept results", first, second, lambda found: {"memo": found.memo})
    if first.implied.depth != second.implied.depth:
        yield (
            "loops in loops",
            Evidence(
                feature="loops in loops, those in builtin calls included",
                first=str(first.implied.depth),
                second=str(second.implied.depth),
                first_lines=_known(first.implied.line),
                second_lines=_known(second.implied.line),
            ),
        )
    yield "containers", _of_lines("containers", first, second, lambda found: found.containers)
    yield "searches in loops", _of_lines("searches in loops", first, second, lambda found: found.searches)
    yield "bounds of loops", _of_lines("bounds of loops", first, second, lambda found: found.bounds)
    if _shape(first) != _shape(second):
        yield (
            "loops",
            Evidence(
                feature="loops written out",
                first=f"{len(first.loops)}, {first.depth.depth} deep",
                second=f"{len(second.loops)}, {second.depth.depth} deep",
                first_lines=tuple(sorted(first.loops)),
                second_lines=tuple(sorted(second.loops)),
            ),
        )
    yield (
        "early ends of loops",
        _of_lines("early ends of loops", first, second, lambda found: {"leaves a loop": found.exits}),
    )
    yield "sorts", _of_lines("sorts", first, second, lambda found: {"sorts": found.sorts})
    yield "calls", _of_lines("calls", first, second, lambda found: found.calls)


def _of_lines(
    feature: str, first: Features, second: Features, lines: Callable[[Features], Lines]
) -> Evidence | None:
    """Evidence of the kinds that one side alone has; None if both have the same."""
    left = {kind: found for kind, found in lines(first).items() if found}
    right = {kind: found for kind, found in lines(second).items() if found}
    if left.keys() == right.keys():
        return None
    only_left, only_right = sorted(left.keys() - right.keys()), sorted(right.keys() - left.keys())
    return Evidence(
        feature=feature,
        first=", ".join(only_left),
        second=", ".join(only_right),
        first_lines=tuple(sorted({line for kind in only_left for line in left[kind]})),
        second_lines=tuple(sorted({line for kind in only_right for line in right[kind]})),
    )


def _loops_text(found: Features) -> str:
    statements, loops, depth = _shape(found)
    return f"{statements} loops, {loops - statements} comprehensions, {depth} deep"


def _shape(found: Features) -> tuple[int, int, int]:
    return len(found.statements), len(found.loops), found.depth.depth


def _known(line: int) -> tuple[int, ...]:
    return (line,) if line else ()
