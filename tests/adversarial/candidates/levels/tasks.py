"""A task for programs whose answer does not matter, only what they find on the way and write to stdout."""

from __future__ import annotations

from effibench.model import Limits
from effibench.tasks.task import LiteralCase, ResultPolicy, Task

# Slow enough for a busy machine; a program that waits for somebody waits less than a call may take.
_LIMITS = Limits(call_seconds=30.0, import_seconds=30.0, memory_bytes=256 << 20)


def _errand(name: str, *, subprocesses: bool) -> Task:
    return Task.make(
        f"adversarial/{name}",
        reference="def solution(input_data):\n    return 'done'\n",
        cases=[LiteralCase(input=0)],
        limits=_LIMITS,
        result=ResultPolicy(subprocesses=subprocesses),
    )


TASKS = {
    "errand": _errand("errand", subprocesses=False),
    "errand-subprocesses": _errand("errand-subprocesses", subprocesses=True),
}
