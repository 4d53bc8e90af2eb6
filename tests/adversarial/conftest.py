"""One arena for each environment, kept for the whole folder."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from arenas import Arena
from environments import ALL, ENVIRONMENTS


@pytest.fixture(scope="session")
def arena() -> Iterator[Callable[[str], Arena]]:
    """Returns the arena of an environment, by name; it starts with its first use."""
    running: dict[str, Arena] = {}

    def get(name: str) -> Arena:
        if name not in running or not running[name].alive:  # what killed it has failed its own test already
            running[name] = Arena({**ALL, **ENVIRONMENTS}[name].or_skip())
            opened.callback(running[name].close)
        return running[name]

    with contextlib.ExitStack() as opened:  # one that cannot be closed does not keep the others open
        yield get
