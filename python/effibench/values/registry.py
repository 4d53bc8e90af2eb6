"""How library types are taken apart into plain trees and put together again.

The compiled codec handles builtins and numpy. For any other exact type it asks `find` for an entry
``(route, name, reducer)``; the reducer's plain tree is encoded under the name, and `rebuild` turns name
and tree back into the object. A module of this package is imported only once its library has been
imported by someone else (or when bytes name it), so that encoding costs a process no imports it lacks.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from effibench.values.errors import CodecError, DecodeError

Reducer = Callable[[Any], object]
Rebuilder = Callable[[Any], object]
Entry = tuple[int, str, Reducer | None]

# The first field of an entry; the C++ side has the same numbers.
REDUCE: Final = 0
NUMPY_SCALAR: Final = 1
NUMPY_ARRAY: Final = 2

REDUCERS: Final[dict[type, Entry]] = {}
_REBUILDERS: Final[dict[str, Rebuilder]] = {}

# Module that defines the types -> (prefix of our names, module that knows them).
_LIBRARIES: Final = {
    "builtins": ("py", "effibench.values.stdlib_"),
    "numpy": ("np", "effibench.values.numpy_"),
    "numpy.ma": ("ma", "effibench.values.masked_"),
    "pandas": ("pd", "effibench.values.pandas_"),
    "polars": ("pl", "effibench.values.polars_"),
    "torch": ("torch", "effibench.values.torch_"),
    "scipy.sparse": ("sp", "effibench.values.scipy_"),
}
_LIBRARY_OF_PREFIX: Final = {prefix: library for library, (prefix, _) in _LIBRARIES.items()}
_loaded: Final[set[str]] = set()


def add(kind: type, name: str, reducer: Reducer, rebuilder: Rebuilder) -> None:
    """Makes an exact type encodable under a name (ASCII, at most 64 bytes, library prefix first)."""
    REDUCERS[kind] = (REDUCE, name, reducer)
    _REBUILDERS[name] = rebuilder


def add_entry(kind: type, entry: Entry, rebuilder: Rebuilder | None = None) -> None:
    """Adds a type that the compiled side treats specially."""
    REDUCERS[kind] = entry
    if rebuilder is not None:
        _REBUILDERS[entry[1]] = rebuilder


def _load(library: str) -> None:
    if library not in _loaded:
        import_module(_LIBRARIES[library][1]).register()
        _loaded.add(library)


def preload() -> None:
    """Registers every library that this process has imported, so that the first encoding needn't.

    For a process whose children encode: they then find everything in place.
    """
    for library in _LIBRARIES:
        if library in sys.modules:
            _load(library)


def find(kind: type) -> Entry | None:
    """The entry of an exact type, or None. Called by the codec for a type it hasn't met."""
    for library in _LIBRARIES:
        if library not in _loaded and library in sys.modules:
            _load(library)
            if kind in REDUCERS:
                break
    return REDUCERS.get(kind)


def rebuild(name: str, payload: object) -> object:
    """Puts an object together from its tree.

    Raises:
        DecodeError: If the name is unknown, its library isn't installed here, or the tree is not one
            that the type's reducer makes.
    """
    rebuilder = _REBUILDERS.get(name)
    if rebuilder is None:
        library = _LIBRARY_OF_PREFIX.get(name.partition(".")[0])
        if library is None:
            raise DecodeError(f"the document holds the unknown extension {name!r}")
        try:
            _load(library)
        except ImportError as error:
            raise DecodeError(f"the document holds a {name!r}, which needs {library}: {error}") from error
        rebuilder = _REBUILDERS.get(name)
        if rebuilder is None:
            raise DecodeError(f"the document holds the unknown extension {name!r}")
    try:
        return rebuilder(payload)
    except (CodecError, MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in polars is no Exception
        raise DecodeError(f"the document holds a broken {name!r}: {error}") from error
