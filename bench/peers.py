"""The sampling protocols that peers use, over the two processes of `trials.Players`. Times in ns; a < b: a is faster.

Sources: 30 runs each, one-sided Mann-Whitney test and Cliff's delta is the published audit protocol; the mean of three
runs after one warm-up the published benchmark protocol; the minimum of ten AlgoTune's; the median of interleaved
pairs with an exact sign test nanobench's `compare`.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import NamedTuple

from scipy.stats import binomtest

from effibench.stats.two_samples import cliffs_delta, mann_whitney
from trials import Players

ALPHA = 0.05
NEGLIGIBLE = 0.147  # of Cliff's delta; the audit protocol asks for more
MEAN_GATE = 0.01  # a mean of three has no test: more than 1 % apart is read as different


class Finding(NamedTuple):
    """What a protocol says: -1 = a is faster, 1 = a is slower, 0 = not shown; and ln(time of a / time of b)."""

    direction: int
    log_ratio: float


def mann_whitney_runs(players: Players, runs: int = 30) -> Finding:
    """`runs` of a, then `runs` of b: is a faster, at one-sided 5 % and with more than a negligible delta?

    The audit asks only this way round; direction 1 says that it would have found b faster, had it asked that.
    """
    a, b = players.sequential(runs)
    log_ratio = math.log(statistics.median(a) / statistics.median(b))
    return Finding(mann_whitney_finds(b, a) - mann_whitney_finds(a, b), log_ratio)


def mann_whitney_finds(fast: Sequence[float], slow: Sequence[float], alpha: float = ALPHA) -> bool:
    """The audit protocol's question: is the first side faster?"""
    significant = mann_whitney(fast, slow, "less").p_value < alpha
    return significant and abs(cliffs_delta(fast, slow).delta) >= NEGLIGIBLE


def mean_of_three(players: Players) -> Finding:
    """One warm-up and three runs of a, then of b; their means."""
    a, b = players.sequential(3)
    log_ratio = math.log(statistics.fmean(a) / statistics.fmean(b))
    return Finding(_sign(log_ratio) if abs(log_ratio) > math.log1p(MEAN_GATE) else 0, log_ratio)


def minimum_of_ten(players: Players) -> Finding:
    """One warm-up and ten runs of a, then of b; their minima."""
    a, b = players.sequential(10)
    log_ratio = math.log(min(a) / min(b))
    return Finding(_sign(log_ratio) if abs(log_ratio) > math.log1p(MEAN_GATE) else 0, log_ratio)


def median_of_pairs(players: Players, rounds: int = 30) -> Finding:
    """Interleaved rounds; the median of the pairs' ratios and their exact two-sided sign test."""
    ratios = [math.log(a / b) for a, b in players.rounds(rounds)]
    log_ratio = statistics.median(ratios)
    different = [ratio for ratio in ratios if ratio]
    p_value = binomtest(sum(ratio > 0 for ratio in different), len(different)).pvalue if different else 1.0
    return Finding(_sign(log_ratio) if p_value <= ALPHA else 0, log_ratio)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
