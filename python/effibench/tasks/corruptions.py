"""Wrong answers made systematically from a right one, to prove that a validator rejects them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _corrupt_builtins  # noqa: F401  (registers the sources of the builtin types)
from ._compare_core import DtypePolicy, OrderPolicy
from ._corrupt_core import Corruption, Kind, raw_corruptions
from .comparison import compare

__all__ = ["Corruption", "Kind", "corruptions"]


def corruptions(
    value: Any, *, leaves: int = 8, dtype: DtypePolicy = "exact", order: OrderPolicy = "exact"
) -> Iterator[Corruption]:
    """Yields wrong answers made from a right one, one at a time.

    What happens to equal the right answer under the policies is left out: zeros for an answer of zeros, the
    transpose of a symmetric matrix, a reversed palindrome, and with ``order="any"`` whatever only moves rows.
    The right answer itself is never changed. Which names come depends only on the answer's type and values.

    Args:
        value: The right answer.
        leaves: How many positions of each list, tuple or dict are corrupted one by one.
        dtype: The task's dtype policy, as for :func:`effibench.tasks.comparison.compare`.
        order: The task's order policy.

    Yields:
        The corruptions, each of which ``compare`` tells from the answer under these policies.
    """
    for found in raw_corruptions(value, leaves):
        if found.value is not value and not compare(found.value, value, dtype=dtype, order=order).equal:
            yield found
