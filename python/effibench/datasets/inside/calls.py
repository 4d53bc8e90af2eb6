"""Entry points that a prelude defines where a benchmark's arguments cannot travel as they are.

They look up the solution's class when they are called, in the namespace that the solution shares with its prelude.
Unpacking arguments and packing the answer lie inside the timed window, so loaders use them only where they must.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from effibench.datasets.inside.nodes import pack, unpack

CLASS = "Solution"


def caller(namespace: dict[str, Any], method: str, *, keep_arguments: bool) -> Callable[[Any], Any]:
    """An entry point that calls `Solution().<method>` with packed arguments.

    Args:
        namespace: the solution's globals.
        keep_arguments: return what became of the arguments, too, for checks of methods that work in place.
    """

    def call(packed: Any) -> Any:
        arguments = unpack(packed, namespace)
        output = getattr(namespace[CLASS](), method)(*arguments)
        if not keep_arguments:
            return pack(output)
        return {"output": pack(output), "arguments": pack(arguments)}

    return call


def player(namespace: dict[str, Any]) -> Callable[..., Any]:
    """An entry point that makes a list of calls, one after the other, on as many instances as they name.

    Before the calls comes a name that only the judge needs. A call is [number of the instance, method, packed
    [arguments, keyword arguments]]; its answer is [packed result, packed arguments after the call].
    """

    def play(_: str, *calls: Any) -> list[Any]:
        instances: dict[int, Any] = {}
        answers = []
        for number, method, packed in calls:
            if number not in instances:
                instances[number] = namespace[CLASS]()
            arguments, keywords = unpack(packed, namespace)
            result = getattr(instances[number], method)(*arguments, **keywords)
            answers.append([pack(result), pack(arguments)])
        return answers

    return play
