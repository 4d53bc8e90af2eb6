"""What AlgoTune's tasks import from its package, as far as they need it outside: the base class and the decorator."""

import sys
import types
from collections.abc import Callable
from typing import Any


class _Task:
    """Base class of the tasks: keeps the parameters it is given."""

    def __init__(self, n: int | None = None, **parameters: Any) -> None:
        self.n = n
        self.k = n
        self.task_name = type(self).__name__
        self.oracle = getattr(self, "solve", None)
        for name in ("dataset_size", "target_time_ms", "data_dir"):
            setattr(self, name, parameters.get(name))


def _register_task(name: str) -> Callable[[type], type]:
    return lambda task: task


def _install() -> None:
    package, base = types.ModuleType("AlgoTuneTasks"), types.ModuleType("AlgoTuneTasks.base")
    package.__path__ = []
    members: dict[str, Any] = {"Task": _Task, "register_task": _register_task, "TASK_REGISTRY": {}}
    vars(base).update(members)
    vars(package)["base"] = base
    sys.modules |= {"AlgoTuneTasks": package, "AlgoTuneTasks.base": base}


_install()
