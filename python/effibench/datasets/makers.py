"""Writing the sources that loaders put into tasks: the text of modules of `inside`, and one call of a maker in it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ENTRY = "_effibench_entry"  # what the preludes made here define

# Programs and functions of COFFE may recurse and print integers far beyond what CPython starts with.
WIDE_LIMITS = """__import__("sys").setrecursionlimit(1_000_000)
__import__("sys").set_int_max_str_digits(1_000_000)
"""
SAME = '''def output_validator(pred_output, ref_output):
    """What `assert answer == expected` says."""
    return bool(pred_output == ref_output)
'''

_INSIDE = Path(__file__).parent / "inside"
_OTHERS = re.compile(r"^from effibench\.datasets\.inside\.(\w+) import .*\n", re.MULTILINE)
_FUTURE = "from __future__ import annotations\n"
# In a namespace of its own, because every name in a solution's namespace is one that the solution may want.
_PRELUDE = """
_effibench_inside = {{"__name__": "inside"}}
exec({text!r}, _effibench_inside)
{entry} = _effibench_inside[{maker!r}](globals(){arguments})
"""


def generator_source(module: str, maker: str, **arguments: object) -> str:
    """The source of an `input_generator` that a maker of `inside` makes; arguments are texts, also in lists."""
    return _call("input_generator", module, maker, arguments)


def validator_source(module: str, maker: str, **arguments: object) -> str:
    """The source of an `output_validator` that a maker of `inside` makes; arguments are texts, also in dicts."""
    return _call("output_validator", module, maker, arguments)


def caller_prelude(method: str, *, keep_arguments: bool) -> str:
    """The end of a prelude that defines `ENTRY` as `calls.caller` of a method."""
    arguments = f", {method!r}, keep_arguments={keep_arguments}"
    return _PRELUDE.format(text=text_of("calls"), entry=ENTRY, maker="caller", arguments=arguments)


def player_prelude() -> str:
    """The end of a prelude that defines `ENTRY` as `calls.player`."""
    return _PRELUDE.format(text=text_of("calls"), entry=ENTRY, maker="player", arguments="")


@cache
def text_of(module: str) -> str:
    """The text of a module of `inside` with those that it imports, as one source without imports of this package."""
    parts: dict[str, str] = {}
    _collect(module, parts)
    return _FUTURE + "".join(parts.values())


def _collect(module: str, parts: dict[str, str]) -> None:
    text = (_INSIDE / f"{module}.py").read_text(encoding="utf-8")
    for other in _OTHERS.findall(text):
        if other not in parts:
            _collect(other, parts)
    parts[module] = _OTHERS.sub("", text).replace(_FUTURE, "")


def _call(target: str, module: str, maker: str, arguments: dict[str, object]) -> str:
    lines = [f"    {name}={value!r}," for name, value in arguments.items()]
    return "\n".join([text_of(module), "", f"{target} = {maker}(", *lines, ")", ""])
