"""Generators of inputs that a benchmark lists: literal cases first, then expressions or programs that make inputs."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from typing import Any

CORRECTNESS, STRESS = "correctness-tests", "stress-inputs"
FIRST_SEED = 42  # of a session, unless it asks for another
_COFFE_SEED = 1024
_COFFE_LIMIT = 1_000_000  # of recursion and of digits of an integer

Generator = Callable[[int, str], Any]


def expressions(*, cases: str, stress: list[str]) -> Generator:
    """A generator of COFFE's function level: inputs in JSON, and expressions of argument lists.

    Source: COFFE (github.com/JohnnyPeng18/Coffe), which evaluates each expression once, after it has seeded `random`
    with 1024 before the first one. Here the seed is set before each one, so that an input depends on nothing else.
    """
    sys.set_int_max_str_digits(_COFFE_LIMIT)
    sys.setrecursionlimit(_COFFE_LIMIT)

    def make(expression: str) -> Any:
        random.seed(_COFFE_SEED)
        arguments = eval(compile(expression, "<stress input>", "eval"), {"random": random})
        if not isinstance(arguments, list | tuple):
            raise TypeError(f"a stress input is an argument list, not {type(arguments).__name__}")
        return list(arguments)

    return _chosen(json.loads(cases), stress, make)


def programs(*, cases: str, stress: list[str]) -> Generator:
    """A generator of COFFE's file level: texts for stdin in JSON, and programs whose `generate_input()` returns one.

    Raises:
        TypeError: (the generator) a program makes something else than text.
    """
    sys.set_int_max_str_digits(_COFFE_LIMIT)
    sys.setrecursionlimit(_COFFE_LIMIT)

    def make(program: str) -> Any:
        random.seed(_COFFE_SEED)
        namespace: dict[str, Any] = {"__name__": "stress_input"}
        exec(compile(program, "<stress input>", "exec"), namespace)
        text = namespace["generate_input"]()
        if type(text) is not str:
            raise TypeError(f"generate_input() returned {type(text).__name__}, not text")
        return text

    return _chosen(json.loads(cases), stress, make)


def _chosen(listed: list[Any], stress: list[str], make: Callable[[str], Any]) -> Generator:
    def input_generator(seed: int, input_domain: str) -> Any:
        number = seed - FIRST_SEED
        if input_domain == CORRECTNESS:
            return listed[number % len(listed)]
        return make(stress[number % len(stress)])

    return input_generator
