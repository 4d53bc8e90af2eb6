"""Cases out of a test that is written as `check(candidate)`.

`check` is run once with the benchmark's own solution, to learn its calls: each is a case. An answer is judged by
running `check` again with a stand-in that gives this answer for this input and the known answers for all others. So the
benchmark's own assertions decide, with their tolerances, conversions and properties, such as being a root.
"""

import copy
import random
from collections.abc import Callable
from typing import Any

_SEED = 2021  # some checks draw their inputs: always the same ones


class CheckReplay:
    """One `check` with a solution that passes it.

    Attributes:
        calls: the argument lists that it asks for, in its order.
    """

    def __init__(self, check: Callable[[Callable[..., Any]], None], solution: Callable[..., Any]) -> None:
        """Runs the check once; raises what it raises if the solution is wrong."""
        self._check, self._solution = check, solution
        self._answers: dict[str, Any] = {}
        self.calls: list[list[Any]] = []
        self._run(self._learn)

    def judge(self, answer: Any, arguments: list[Any]) -> None:
        """Runs the check with an answer put in for one input; raises what the check raises if it is wrong."""
        # Equal arguments may differ in type, as 1 and True do; their text does not agree then.
        wanted, asked = repr(tuple(arguments)), False

        def stand_in(*given: Any) -> Any:
            nonlocal asked
            key = repr(given)
            if key == wanted:
                asked = True
                return copy.deepcopy(answer)
            return copy.deepcopy(self._answers[key]) if key in self._answers else self._solution(*given)

        self._run(stand_in)
        if not asked:
            raise LookupError(f"check never asks for {wanted[:200]}")

    def _learn(self, *arguments: Any) -> Any:
        self.calls.append(list(copy.deepcopy(arguments)))
        key = repr(arguments)
        answer = self._solution(*arguments)
        self._answers[key] = copy.deepcopy(answer)
        return answer

    def _run(self, candidate: Callable[..., Any]) -> None:
        random.seed(_SEED)
        self._check(candidate)
