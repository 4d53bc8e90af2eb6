"""One session with real processes for the whole folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from benches import Bench

from effibench.timing.lanes import LOCK_DIRECTORY_VARIABLE
from effibench.timing.session import Session


@pytest.fixture(scope="session", autouse=True)
def lock_directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Lanes of our own: other work on this machine must not make these tests wait."""
    directory = str(tmp_path_factory.mktemp("lanes"))
    previous = os.environ.get(LOCK_DIRECTORY_VARIABLE)
    os.environ[LOCK_DIRECTORY_VARIABLE] = directory
    yield directory
    if previous is None:
        del os.environ[LOCK_DIRECTORY_VARIABLE]
    else:
        os.environ[LOCK_DIRECTORY_VARIABLE] = previous


@pytest.fixture(scope="session")
def session(lock_directory: str) -> Iterator[Session]:
    with Session(lane_wait_seconds=60.0) as opened:
        yield opened


@pytest.fixture(scope="session")
def bench(session: Session) -> Bench:
    return Bench(session)
