"""Results that are only a promise: naming them, and keeping the promise inside the timed window.

Types are recognised by identity or by the name of their module, never by asking the object: a candidate's
object answers whatever it likes.
"""

import sys
from collections.abc import Callable
from typing import Any, Final

from effibench.values.errors import UnsupportedType

_SMALL: Final = 64  # a container this small is looked into; a scan of a larger one would cost timed work

# (module prefix, ending of the name, how to name it, how to materialise it); "" ends every name
_Rule = tuple[str, str, str, Callable[[Any], object] | None]

_ITERATORS: Final = frozenset(
    {"map", "filter", "zip", "reversed", "enumerate", "generator", "dict_keys", "dict_values", "dict_items"}
)


def _collect(value: Any) -> object:
    return value.collect()


def _compute(value: Any) -> object:
    return value.compute()


def _result(value: Any) -> object:
    return value.result()


def _copy(value: Any) -> object:
    return sys.modules["numpy"].array(value, subok=False)


_RULES: Final[tuple[_Rule, ...]] = (
    ("builtins", "coroutine", "coroutine", None),
    ("builtins", "async_generator", "asynchronous generator", None),
    ("itertools", "", "iterator", list),
    ("concurrent.futures", "Future", "Future", _result),
    ("_asyncio", "", "asyncio Future", None),
    ("asyncio", "", "asyncio Future", None),
    ("polars.lazyframe", "LazyFrame", "polars LazyFrame", _collect),
    ("polars.dataframe.group_by", "", "polars GroupBy", None),
    ("polars.lazyframe.group_by", "", "polars GroupBy", None),
    ("polars.expr", "", "polars expression", None),
    ("dask", "", "dask collection", _compute),
    ("torch._subclasses.fake_tensor", "FakeTensor", "torch FakeTensor", None),
    ("numpy", "memmap", "numpy memory map", _copy),
    ("numpy", "flatiter", "numpy iterator", list),
    ("numpy", "nditer", "numpy iterator", None),
    ("pandas", "GroupBy", "pandas GroupBy", None),
    ("pandas", "Grouper", "pandas GroupBy", None),
    ("pandas", "Resampler", "pandas Resampler", None),
    ("pandas", "Rolling", "pandas window", None),
    ("pandas", "Expanding", "pandas window", None),
    ("pandas", "Window", "pandas window", None),
)


def _rule(kind: type) -> tuple[str, Callable[[Any], object] | None] | None:
    # type's own descriptors, so that a metaclass has no say.
    module = type.__dict__["__module__"].__get__(kind)
    name = type.__dict__["__name__"].__get__(kind)
    if type(module) is not str:
        return None
    if module == "builtins" and (name in _ITERATORS or name.endswith("iterator")):
        return ("iterator" if name != "generator" else "generator", list)
    for prefix, ending, words, action in _RULES:
        if (module == prefix or module.startswith(prefix + ".")) and name.endswith(ending):
            return (words, action)
    return None


def is_lazy(obj: object) -> str | None:
    """Names the kind of deferred value an object is (``"polars LazyFrame"``), or None for a value."""
    rule = _rule(type(obj))
    return None if rule is None else rule[0]


def _force(obj: object) -> object:
    rule = _rule(type(obj))
    if rule is None:
        return obj
    words, action = rule
    if action is None:
        raise UnsupportedType(words, "", "it has no value of its own to collect")
    return action(obj)


def materialise(obj: object) -> object:
    """Turns a deferred result into its value; returns any other object unchanged.

    Iterators become lists, a LazyFrame is collected, a dask collection computed, a Future awaited. The
    elements of a small list, tuple or dict are treated the same way, in a new container.

    Raises:
        UnsupportedType: For what has no single value, e.g. a GroupBy, a coroutine or a FakeTensor.
        Exception: Whatever the deferred computation raises.
    """
    value: Any = _force(obj)
    kind = type(value)
    if kind not in (list, tuple, dict) or len(value) > _SMALL:
        return value
    inside = value.values() if kind is dict else value
    if all(_rule(type(part)) is None for part in inside):
        return value
    if kind is dict:
        return {key: _force(part) for key, part in value.items()}
    return kind([_force(part) for part in inside])
