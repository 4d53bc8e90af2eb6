"""effibench: believable speed and correctness of untrusted Python solutions.

    import effibench
    m = effibench.time("solution.py", "numpy/pairwise-distance")
    print(m.verdict, m.seconds, m.ratio)
    c = effibench.compare("mine.py", "theirs.py", "numpy/pairwise-distance")
    print(c.verdict, c.ratio, c.interval)

The names below are loaded on first use, so that importing the package stays cheap.
"""

from __future__ import annotations

# Type checkers take this name for true; importing typing would be most of the start-up time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from effibench.candidate import Candidate
    from effibench.errors import CandidateError, EffibenchError, HostError, TaskError, UsageError
    from effibench.model import Limits, Measurement
    from effibench.tasks.load import list_tasks, load_task
    from effibench.tasks.task import Task
    from effibench.timing.api import compare, time, time_many
    from effibench.timing.session import Session

__version__ = "0.1.0"

__all__ = [
    "Candidate",
    "CandidateError",
    "EffibenchError",
    "HostError",
    "Limits",
    "Measurement",
    "Session",
    "Task",
    "TaskError",
    "UsageError",
    "compare",
    "list_tasks",
    "load_task",
    "time",
    "time_many",
]

_HOME = {
    "Candidate": "candidate",
    "CandidateError": "errors",
    "EffibenchError": "errors",
    "HostError": "errors",
    "Limits": "model",
    "Measurement": "model",
    "Session": "timing.session",
    "Task": "tasks.task",
    "TaskError": "errors",
    "UsageError": "errors",
    "compare": "timing.api",
    "list_tasks": "tasks.load",
    "load_task": "tasks.load",
    "time": "timing.api",
    "time_many": "timing.api",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'effibench' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"effibench.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
