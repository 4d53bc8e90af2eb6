"""What a static comparison says of two sources."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

import msgspec


class ChangeLabel(StrEnum):
    """The five kinds of change of "Rethinking Code Performance Benchmarks for LLMs", and none of them."""

    NO_CHANGE = "no_change"
    REFACTORING = "refactoring"
    BUILTIN_SUBSTITUTION = "builtin_substitution"
    ALGORITHM_STRATEGY = "algorithm_strategy"
    DATA_STRUCTURE = "data_structure"
    UNDECIDED = "undecided"


class Step(StrEnum):
    """The step of the comparison that gave the label."""

    IDENTICAL = "identical"  # equal once docstrings, annotations, asserts and unreached code are gone
    RENAMED = "renamed"  # equal but for names of variables, parameters and helpers
    NORMAL_FORMS = "normal_forms"  # equal after rewriting both to one way of saying it
    FEATURES = "features"  # told by what differs: loops, recursion, containers, calls
    UNREADABLE = "unreadable"  # a source could not be compared


# The publication's own reading. In CPython a loop replaced by `sum` or `count` often is a gain of 1.2 to 2.6 times.
EFFECT_EXPECTED: Mapping[ChangeLabel, bool | None] = MappingProxyType(
    {
        ChangeLabel.NO_CHANGE: False,
        ChangeLabel.REFACTORING: False,
        ChangeLabel.BUILTIN_SUBSTITUTION: False,
        ChangeLabel.ALGORITHM_STRATEGY: True,
        ChangeLabel.DATA_STRUCTURE: True,
        ChangeLabel.UNDECIDED: None,
    }
)


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """One thing in which the sources differ, or that was rewritten or left out.

    Attributes:
        feature: what was looked at.
        first, second: what each source has of it.
        first_lines, second_lines: where, by lines of the source, from 1.
    """

    feature: str
    first: str = ""
    second: str = ""
    first_lines: tuple[int, ...] = ()
    second_lines: tuple[int, ...] = ()


class SourceComparison(msgspec.Struct, frozen=True, kw_only=True):
    """What a change from the first to the second source is.

    Attributes:
        certain: the sources are the same but for what cannot change what they do; any other label is advice.
        effect_expected: whether the publication expects such a change to alter the time; None if undecided.
        evidence: what the label rests on.
        reason: why there is no label, else empty.
    """

    label: ChangeLabel
    step: Step
    certain: bool
    effect_expected: bool | None
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""


def labelled(
    label: ChangeLabel,
    step: Step,
    evidence: tuple[Evidence, ...] = (),
    *,
    certain: bool = False,
    reason: str = "",
) -> SourceComparison:
    """A comparison's outcome with what follows from its label."""
    return SourceComparison(
        label=label,
        step=step,
        certain=certain,
        effect_expected=EFFECT_EXPECTED[label],
        evidence=evidence,
        reason=reason,
    )
