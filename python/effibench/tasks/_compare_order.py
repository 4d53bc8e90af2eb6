"""Comparison of the outermost value as a multiset of elements or rows."""

from __future__ import annotations

import sys
from typing import Any

from ._compare_core import Difference, Policy, diff, entry, rows_reader, show


def diff_unordered(pred: Any, ref: Any, policy: Policy) -> Difference | None:
    """Returns the first difference between two values whose outermost order doesn't matter, or None."""
    found = diff(pred, ref, policy)
    if found is None or (policy.dtype == "exact" and type(pred) is not type(ref)):
        return found
    from ._compare_rows import match_elements, match_rows

    numpy = sys.modules["numpy"]
    objects = type(ref) is numpy.ndarray and ref.dtype.kind == "O" and ref.ndim == 1
    if objects and type(pred) is numpy.ndarray and pred.dtype.kind == "O" and pred.ndim == 1:
        pred, ref = pred.tolist(), ref.tolist()
    if type(ref) is list:
        accepted = (list,) if policy.dtype != "any" else (list, tuple)
        if type(pred) not in accepted or len(pred) != len(ref):
            return found
        expected = ref
        return match_elements(list(pred), ref, policy, lambda at: f"expected element {show(expected[at])}")
    left, right = entry(type(pred)), entry(type(ref))
    reader = rows_reader(type(ref))
    if reader is None or left is None or right is None or left[0] != right[0]:
        return found
    columns = reader(pred, ref, policy)
    if isinstance(columns, Difference):
        return columns
    return match_rows(columns, len(ref), policy, lambda row: f"row {row} of the reference")
