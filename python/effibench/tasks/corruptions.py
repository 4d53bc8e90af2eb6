"""Wrong answers made systematically from a right one, to prove that a validator rejects them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import _corrupt_builtins  # noqa: F401  (registers the sources of the builtin types)
from ._corrupt_core import Corruption, Kind, raw_corruptions
from .comparison import compare

__all__ = ["Corruption", "Kind", "corruptions"]


def corruptions(value: Any, *, leaves: int = 8) -> Iterator[Corruption]:
    """Yields wrong answers made from a right one, one at a time.

    What happens to equal the right answer under ``compare(..., dtype="exact")`` is left out: zeros for an
    answer of zeros, the transpose of a symmetric matrix, a reversed palindrome. The right answer itself is
    never changed. Which names come depends only on the answer's type and values.

    Args:
        value: The right answer.
        leaves: How many positions of each list, tuple or dict are corrupted one by one.

    Yields:
        The corruptions. A caller skips the kinds that its task permits: ``dtype`` where the dtype policy is
        ``"any"``, ``order`` where the order is.
    """
    for found in raw_corruptions(value, leaves):
        if found.value is not value and not compare(found.value, value).equal:
            yield found
