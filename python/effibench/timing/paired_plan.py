"""The paired protocol's plan: what is fixed before a sign is looked at, and the order of turns.

Everything here follows from a pilot, never from who was faster in it, so no choice can favour a side.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from effibench.errors import UsageError

# Short windows are batched: below this length, clock and hand-over weigh too much.
_WINDOW_NS = 100_000
_LONGEST_BATCH_NS = 50_000_000
_FEWEST_LOOPS = 4
_MOST_LOOPS = 1000
_BATCH_BYTES = 64 << 20
# Below this length a window feels that the other side has just used the caches; above, a call before it costs more
# samples than it saves noise.
_PRIME_BELOW_NS = 200_000
# A window longer than a scheduler slice is cut by any competitor for the CPU.
SLICE_NS = 4_000_000
_LONG_ROUND_NS = 400_000_000
_OFTEN = 0.20
_BLOCKS_TO_FIT = 10
CONTENDED_SHARE = 0.25


class PairedSettings(NamedTuple):
    """How long to look and when to stop.

    Attributes:
        precision: relative half-width of the interval that is narrow enough.
        margin: relative difference that counts as the same.
        alpha: error probability of the whole comparison.
        max_groups: blocks of rounds per domain after which to give up.
        budget_seconds: sampling time of the whole comparison.
        pairs: process pairs, each with a layout and hash seed of its own.
        quiet_seconds: longest wait for other processes to leave the CPU.
        groups: a fixed number of blocks per domain instead of stopping early; None = stop early.
    """

    precision: float = 0.005
    margin: float = 0.01
    alpha: float = 0.05
    max_groups: int = 300
    budget_seconds: float = 10.0
    pairs: int = 3
    quiet_seconds: float = 5.0
    groups: int | None = None

    def checked(self) -> PairedSettings:
        """Returns itself.

        Raises:
            UsageError: a value makes no sense; the message names it.
        """
        positive = ("precision", "margin", "alpha", "max_groups", "budget_seconds", "pairs")
        for name in positive:
            if not getattr(self, name) > 0:
                raise UsageError(f"{name} = {getattr(self, name)} (paired protocol): expected more than 0")
        if self.alpha >= 1:
            raise UsageError(f"alpha = {self.alpha} (paired protocol): expected less than 1")
        return self


def loops_for(a_ns: int, b_ns: int, input_bytes: int, *, single: bool) -> int:
    """Calls per window, the same on both sides.

    Args:
        a_ns, b_ns: fastest call of each side in the pilot.
        input_bytes: size of the encoded input; every call has a copy of its own.
        single: the program can be called only once in a window (it reads stdin).
    """
    if single:
        return 1
    wanted = -(-_WINDOW_NS // max(1, min(a_ns, b_ns)))
    fits = _LONGEST_BATCH_NS // max(1, a_ns, b_ns)
    memory = _BATCH_BYTES // max(1, input_bytes)
    loops = max(1, min(wanted, fits, memory, _MOST_LOOPS))
    # Calls of one window have equal inputs: with few of them, remembering saves too little to be noticed.
    return 1 if loops < _FEWEST_LOOPS else loops


def primes_for(a_ns: int, b_ns: int, loops: int) -> int:
    """Untimed calls before a window: one where windows are short."""
    return 1 if loops * max(a_ns, b_ns) < _PRIME_BELOW_NS else 0


def rounds_for(round_ns: float, preempted_share: float, budget_ns: float) -> int:
    """Rounds per block, a power of two: with more disturbed samples it takes more for one clean one on each side.

    Long calls get fewer, so that enough blocks for a decision fit into the budget.

    Args:
        round_ns: length of a round: both windows.
        preempted_share: share of the pilot's samples that were preempted.
        budget_ns: what the domain may take.
    """
    wanted = 2 if round_ns >= _LONG_ROUND_NS else 8 if preempted_share > _OFTEN else 4
    while wanted > 1 and wanted * round_ns * _BLOCKS_TO_FIT > budget_ns:
        wanted //= 2
    return wanted


def order_of_turns(source: random.Random) -> Iterator[bool]:
    """Whether side a goes first, round by round: ABBA blocks, each with a random first letter."""
    while True:
        first = bool(source.getrandbits(1))
        yield first
        yield not first
