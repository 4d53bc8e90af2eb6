"""How many calls, in how many processes.

`paper`   DSEffi-Bench: one warm-up and three timed calls of each case in one process; a case's time is their mean,
          a solution's time the mean over its cases.
`strict`  each timed call in a process of its own, warmed up on another input of the same domain where there is one,
          so that nothing the candidate keeps between calls can help it.
`paired`  one call of each case decides about correctness; speed is then measured by candidate and reference taking
          turns (paired.py), which is a loop of its own and not a plan.
"""

from __future__ import annotations

from typing import NamedTuple

from effibench.errors import UsageError
from effibench.model import ProtocolName
from effibench.timing.executor import CallPlan


class Protocol(NamedTuple):
    """A fixed plan. `processes` timed processes per case, each making `plan`'s calls."""

    name: ProtocolName
    plan: CallPlan
    processes: int
    warm_on_sibling: bool


PAPER = Protocol(ProtocolName.PAPER, CallPlan(warmups=1, timed=3), processes=1, warm_on_sibling=False)
STRICT = Protocol(ProtocolName.STRICT, CallPlan(warmups=0, timed=1), processes=3, warm_on_sibling=True)
PAIRED = Protocol(ProtocolName.PAIRED, CallPlan(warmups=0, timed=1), processes=1, warm_on_sibling=False)
_BY_NAME = {protocol.name.value: protocol for protocol in (PAPER, STRICT, PAIRED)}


def protocol_named(name: str) -> Protocol:
    """Looks a protocol up.

    Raises:
        UsageError: there is none of that name.
    """
    try:
        return _BY_NAME[name]
    except KeyError:
        known = ", ".join(_BY_NAME)
        raise UsageError(
            f"no protocol {name!r} (argument `protocol`, flag --protocol): expected one of {known}"
        ) from None
