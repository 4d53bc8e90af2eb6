"""Tasks of which one process does all cases."""

from __future__ import annotations

from tasks import LIMITS

from effibench.tasks.task import LiteralCase, Task

TASKS: dict[str, Task] = {
    "lasting-sum": Task.make(
        "adversarial/lasting-sum",
        reference="def solution(input_data):\n    return sum(input_data['values'])\n",
        cases=[LiteralCase(input={"values": list(range(number))}) for number in (3, 4, 5)],
        isolation="candidate",
        limits=LIMITS,
    ),
    "lasting-held": Task.make(
        "adversarial/lasting-held",
        reference="def solution(input_data):\n    return 'held'\n",
        cases=[LiteralCase(input={"case": number}) for number in range(3)],
        isolation="candidate",
        limits=LIMITS,
    ),
}
