"""`effibench.time` and `effibench.time_many`: sessions of this process that are opened on first use."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Sequence

from effibench.model import Comparison, Measurement
from effibench.timing.session import CandidateLike, Session, TaskLike

_lock = threading.Lock()
_sessions: dict[tuple[int, str], Session] = {}


def time(candidate: CandidateLike, task: TaskLike, *, protocol: str = "paper") -> Measurement:
    """Judges a candidate and, if it is correct, says how fast it is.

    The first call opens a session that later calls with the same protocol share: the libraries are imported once, and
    each task's inputs and reference are computed once.

    Args:
        candidate: path, source text, function or Candidate.
        task: bundled id, folder or Task.
        protocol: `paper`, `strict` or `paired`.

    Raises:
        EffibenchError: the host, the task or an argument is at fault; what the candidate does wrong is a verdict.
    """
    return _session(protocol).time(candidate, task)


def compare(a: CandidateLike, b: CandidateLike, task: TaskLike) -> Comparison:
    """Says whether `a` is faster than `b` on a task, and by how much; see `Session.compare`.

    Args:
        a, b: path, source text, function or Candidate.
        task: bundled id, folder or Task.

    Raises:
        EffibenchError: the host, the task or an argument is at fault; what a candidate does wrong is a verdict.
    """
    return _session("paired").compare(a, b, task)


def time_many(
    pairs: Sequence[tuple[CandidateLike, TaskLike]], *, protocol: str = "paper"
) -> list[Measurement]:
    """Times many (candidate, task) pairs; see `Session.time_many`."""
    return _session(protocol).time_many(pairs)


def _session(protocol: str) -> Session:
    key = (os.getpid(), protocol)  # a forked process opens its own
    with _lock:
        if key not in _sessions:
            _sessions[key] = Session(protocol=protocol)
        return _sessions[key]


@atexit.register
def _close_all() -> None:
    for (pid, _), session in list(_sessions.items()):
        if pid == os.getpid():
            session.close()
    _sessions.clear()
