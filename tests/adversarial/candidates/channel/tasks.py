"""Tasks whose answers travel in other ways: through stdout, and out of a process that lives on."""

from __future__ import annotations

from tasks import LIMITS

from effibench.tasks.task import Entry, EntryKind, LiteralCase, Task

TASKS: dict[str, Task] = {
    "program-sum": Task.make(
        "adversarial/program-sum",
        reference="print(sum(map(int, input().split())))\n",
        cases=[LiteralCase(input="1 2 3\n"), LiteralCase(input="4 5 6\n")],
        entry=Entry(kind=EntryKind.PROGRAM),
        limits=LIMITS,
    ),
    "lasting-sum": Task.make(
        "adversarial/lasting-sum",
        reference="def solution(input_data):\n    return sum(input_data['values'])\n",
        cases=[LiteralCase(input={"values": list(range(number))}) for number in (3, 4, 5)],
        isolation="candidate",
        limits=LIMITS,
    ),
}
