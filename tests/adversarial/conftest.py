"""One arena for each environment, kept for the whole folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest
from arenas import ENVIRONMENTS, Arena


@pytest.fixture(scope="session")
def arena() -> Iterator[Callable[[str], Arena]]:
    """Returns the arena of an environment, by name; it starts with its first use."""
    running: dict[str, Arena] = {}

    def get(name: str) -> Arena:
        if name == "strong" and os.geteuid() != 0:
            pytest.skip("only root has the level `strong` everywhere")
        if name not in running:
            running[name] = Arena(ENVIRONMENTS[name])
        return running[name]

    yield get
    for opened in running.values():
        opened.close()
