"""Comparison of the outermost value as a multiset of elements or rows."""

from __future__ import annotations

from typing import Any

from ._compare_core import Difference, Policy, diff


def diff_unordered(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Returns the first difference between two values whose outermost order doesn't matter, or None."""
    found = diff(pred, ref, policy)
    return found
