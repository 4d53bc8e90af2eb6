"""The argument lists of MBPP+, which JSON can only hold as lists and text.

Which task has which types: github.com/evalplus/evalplus, the table of its loader. The original assertions of the tasks
say the same, but for six: four get lists where those have tuples (98, 104, 140, 145), one has lists inside its tuples
(596), and one's numbers all become complex (252).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Convert = Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _each(convert: Convert) -> Convert:
    return lambda values: [convert(value) for value in values]


def _deep(value: Any) -> Any:
    return tuple(_deep(item) for item in value) if isinstance(value, list) else value


def _outer_and_inner(values: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(value) for value in values)


def _inner_lists(values: list[Any]) -> tuple[Any, ...]:
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)


def _set_or_dict(value: Any) -> Any:
    return (
        set(value) if isinstance(value, list) and value else {}
    )  # what was no set was written as an empty list


def _tuple_values(value: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(item) for key, item in value.items()}


# The arguments' conversions in order; the last one serves all further arguments, too.
_RULES: tuple[tuple[tuple[Convert, ...], frozenset[int]], ...] = (
    (
        (tuple,),
        frozenset(
            {2, 116, 132, 143, 222, 261, 273, 394, 399, 421, 424, 429, 470, 560, 579, 596, 616, 630, 726, 740}
            | {744, 809}
        ),
    ),
    (
        (_each(tuple),),
        frozenset({63, 64, 70, 94, 120, 237, 272, 299, 400, 409, 417, 438, 473, 614, 780}),
    ),
    ((_each(tuple), _same), frozenset({75, 413, 444, 753})),
    ((_same, tuple), frozenset({106, 750})),
    ((tuple, _same), frozenset({250, 307, 405, 446, 617, 720, 763, 808})),
    ((_outer_and_inner,), frozenset({259, 401, 445})),
    ((_inner_lists,), frozenset({278})),
    ((_deep,), frozenset({580, 615, 791})),
    ((_each(_set_or_dict),), frozenset({115})),
    ((float, complex), frozenset({124})),
    ((complex,), frozenset({252})),
    ((_tuple_values, _same), frozenset({722})),
)
_BY_TASK = {task: converts for converts, tasks in _RULES for task in tasks}


def arguments(task_id: str, values: list[Any]) -> list[Any]:
    """An argument list as the function gets it.

    Args:
        task_id: the benchmark's name, such as `Mbpp/2`; only MBPP's inputs change.

    Raises:
        ValueError: the id does not end in a number.
        TypeError: a value cannot become what the task needs.
    """
    family, _, number = task_id.partition("/")
    converts = _BY_TASK.get(int(number)) if family == "Mbpp" else None
    if converts is None:
        return values
    return [converts[min(place, len(converts) - 1)](value) for place, value in enumerate(values)]
