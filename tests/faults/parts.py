"""What the host under test is made of: programs, a task, and what is changed in the harness around them."""

from __future__ import annotations

import contextlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from effibench import _core
from effibench.model import Comparison, Limits, Measurement
from effibench.tasks.task import Task
from effibench.timing import children, judges, native, zygotes
from effibench.timing.paired_plan import PairedSettings

# The scratch folder must be empty when a process begins, whatever the one before it has met.
HONEST = """import os
assert os.listdir('.') == [], os.listdir('.')
with open('left', 'w') as file:
    file.write('x')
def solution(d):
    return sum(d['values'])
"""
WRONG = "def solution(d):\n    return sum(d['values']) + 1\n"
GENERATOR = "def input_generator(seed, domain):\n    return {'values': [seed, 2, 3]}\n"
SETTINGS = PairedSettings(budget_seconds=0.01, pairs=1, groups=1, quiet_seconds=0.01)


def task(number: int = 0) -> Task:
    return Task.make(
        f"test/add-up-{number}",
        reference="def solution(d):\n    return sum(d['values'])\n",
        inputs=GENERATOR,
        domains=["correctness-small"],
        limits=Limits(call_seconds=3.0, import_seconds=3.0),
    )


def preload_everywhere() -> None:
    """Has zygotes load the faulty library as well."""
    environment = zygotes.environment

    def with_faults(cores: int, layout: int = 0) -> list[str]:
        library, control = os.environ["LD_PRELOAD"], os.environ["FAULTY_CONTROL"]
        variables = [
            f"LD_PRELOAD={library}:{text.partition('=')[2]}" if text.startswith("LD_PRELOAD=") else text
            for text in environment(cores, layout)
        ]
        return [*variables, f"FAULTY_CONTROL={control}"]

    def launch(argv: list[str], variables: list[str], stderr_fd: int) -> Any:
        """What the processes share is in a folder that must stay writable for them."""
        folder = str(Path(os.environ["FAULTY_CONTROL"]).parent)
        return _core.Zygote.launch([argv[0], "--writable", folder, *argv[1:]], variables, stderr_fd)

    zygotes.environment = with_faults
    zygotes._core = SimpleNamespace(Zygote=SimpleNamespace(launch=launch), __file__=_core.__file__)  # type: ignore[assignment, attr-defined]


def name_of(pid: int) -> str:
    """What a process calls itself; empty if it is dead."""
    with contextlib.suppress(OSError):
        name, _, rest = Path(f"/proc/{pid}/stat").read_text().partition("(")[2].rpartition(")")
        return "" if rest.split()[0] in "ZX" else name
    return ""


def described(outcome: Measurement | Comparison) -> dict[str, Any]:
    if isinstance(outcome, Comparison):
        verdicts = {outcome.a_verdict.value, outcome.b_verdict.value}
        failed = outcome.reason == "one of the programs failed" or verdicts != {"pass"}
        return {
            "verdict": "fail" if failed else "pass",
            "reason": outcome.reason,
            "answer": outcome.verdict.value,
        }
    return {
        "verdict": outcome.verdict.value,
        "reason": outcome.reason,
        "timed": outcome.seconds is not None,
        "flags": [flag.value for flag in outcome.flags],
    }


@contextlib.contextmanager
def deadlines(*, short: bool) -> Iterator[None]:
    """Waits that end soon, so that a process that has stopped is not waited for as long as a busy one."""
    changes = [
        (children, "_FINISH_SECONDS", 1.0),
        (children, "_START_SECONDS", 2.0),
        (judges, "_VALIDATOR_SECONDS", 2.0),
        (native, "_GENERATOR_SECONDS", 2.0),
        (native, "_PROBE_SECONDS", 2.0),
        (zygotes, "_REPORT_SECONDS", 2.0),
        (zygotes, "_IMPORT_SECONDS", 3.0),
        (zygotes, "_CLOSE_SECONDS", 0.5),
    ]
    old = [(module, name, getattr(module, name)) for module, name, _ in changes]
    try:
        for module, name, value in changes if short else []:
            setattr(module, name, value)
        yield
    finally:
        for module, name, value in old:
            setattr(module, name, value)


def open_files() -> Counter[str]:
    """Open descriptors of this process by kind."""
    kinds: Counter[str] = Counter()
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the listing's own
            kinds[re.sub(r"\[\d+\]", "[]", str(link.readlink()))] += 1
    return Counter({kind: count for kind, count in kinds.items() if not kind.startswith("/proc/")})
