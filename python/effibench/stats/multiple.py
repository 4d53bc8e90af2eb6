"""Many comparisons at once: adjusted p-values, to be compared with α as if each stood alone.

Holm and Bonferroni bound the probability of a single false discovery, Benjamini–Hochberg and e-BH the expected share
of false ones. The e-value forms need no assumption on how the comparisons depend on each other and stay valid where
each was stopped at its own time; the reciprocal of an e-value is a p-value, by Markov's inequality.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from effibench.errors import UsageError


def holm(p_values: Iterable[float]) -> list[float]:
    """Holm's step-down adjusted p-values (Scandinavian Journal of Statistics 6, 1979), in the order given.

    Raises:
        UsageError: a value is not in 0 … 1.
    """
    values = _probabilities(p_values)
    adjusted, running = [0.0] * len(values), 0.0
    for rank, index in enumerate(_order(values)):
        running = max(running, min(1.0, (len(values) - rank) * values[index]))
        adjusted[index] = running
    return adjusted


def benjamini_hochberg(p_values: Iterable[float]) -> list[float]:
    """Benjamini–Hochberg step-up adjusted p-values (J. Royal Statistical Society B 57, 1995), in the order given.

    Raises:
        UsageError: a value is not in 0 … 1.
    """
    return _step_up(_probabilities(p_values))


def e_bh(e_values: Iterable[float]) -> list[float]:
    """e-BH as adjusted p-values (Wang & Ramdas, J. Royal Statistical Society B 84, 2022), in the order given.

    Rejecting those at most α rejects the k largest of K e-values for the largest k whose k-th e-value is at least
    K/(kα): the step-up rule applied to reciprocals.

    Raises:
        UsageError: a value is negative or NaN.
    """
    return _step_up(_reciprocals(e_values))


def e_bonferroni(e_values: Iterable[float]) -> list[float]:
    """K/E for each of K e-values, at most 1, in the order given: Bonferroni's correction of the p-values 1/E.

    Raises:
        UsageError: a value is negative or NaN.
    """
    values = _reciprocals(e_values)
    return [min(1.0, len(values) * value) for value in values]


def _step_up(values: Sequence[float]) -> list[float]:
    adjusted, running = [0.0] * len(values), 1.0
    for rank, index in reversed(list(enumerate(_order(values), start=1))):
        running = min(running, len(values) * values[index] / rank)
        adjusted[index] = running
    return adjusted


def _order(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=values.__getitem__)


def _probabilities(p_values: Iterable[float]) -> list[float]:
    values = [float(value) for value in p_values]
    for index, value in enumerate(values):
        if not 0.0 <= value <= 1.0:
            raise UsageError(f"p_values[{index}] is {value}; a p-value lies between 0 and 1")
    return values


def _reciprocals(e_values: Iterable[float]) -> list[float]:
    values = [float(value) for value in e_values]
    for index, value in enumerate(values):
        if not value >= 0.0:
            raise UsageError(f"e_values[{index}] is {value}; an e-value is 0 or more")
    return [1.0 / value if value > 0.0 else math.inf for value in values]
