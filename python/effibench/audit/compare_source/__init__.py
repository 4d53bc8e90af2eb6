"""Static comparison of two solutions of one task: is the second the first, in other words, or another idea?

The labels and what is expected of them are those of "Rethinking Code Performance Benchmarks for LLMs". Both sources
climb a ladder: equal once cleaned, equal but for names, equal in normal form, told apart by features. Nothing is run.
"""

from __future__ import annotations

import ast
from collections import Counter

from effibench.audit.compare_source._scan import features_of
from effibench.audit.compare_source.clean import Cleaned, cleaned
from effibench.audit.compare_source.decide import decided
from effibench.audit.compare_source.features import Features
from effibench.audit.compare_source.forms import canonical, normalised
from effibench.audit.compare_source.reach import reached
from effibench.audit.compare_source.rename import renamable, rename
from effibench.audit.compare_source.result import (
    EFFECT_EXPECTED,
    ChangeLabel,
    Evidence,
    SourceComparison,
    Step,
    labelled,
)
from effibench.audit.compare_source.rewriting import Applied
from effibench.audit.syntax import UnreadableError, parse
from effibench.tasks.task import Entry, EntryKind

__all__ = ["EFFECT_EXPECTED", "ChangeLabel", "Evidence", "SourceComparison", "Step", "compare_sources"]


def compare_sources(first: str, second: str, entry: Entry) -> SourceComparison:
    """What kind of change leads from the first source to the second.

    Every source gives an outcome, one that is not Python an undecided one. Only `no_change` and a renaming can be
    certain, if asserts, which the labels leave out, are the same, too; all else is advice, to be read beside the
    measured times.
    """
    try:
        return _compared(first, second, entry)
    except UnreadableError as error:
        reason = str(error)
    except RecursionError:
        reason = "the sources are nested too deeply to be compared"
    return labelled(ChangeLabel.UNDECIDED, Step.UNREADABLE, reason=reason)


def _compared(first: str, second: str, entry: Entry) -> SourceComparison:
    sides = [_Side("first", first, entry), _Side("second", second, entry)]
    left, right = sides
    ignored = _ignored(left.cleaned, right.cleaned)
    if left.dump() == right.dump():
        same = left.dump(asserts=True) == right.dump(asserts=True)
        return labelled(ChangeLabel.NO_CHANGE, Step.IDENTICAL, () if same else ignored, certain=same)
    if all(renamable(side.tree()) for side in sides) and left.renamed() == right.renamed():
        names = Evidence(feature="names of variables, parameters or helpers")
        same = left.renamed(asserts=True) == right.renamed(asserts=True)
        left_out = () if same else ignored
        return labelled(ChangeLabel.REFACTORING, Step.RENAMED, (names, *left_out), certain=same)
    left_forms, left_applied = left.in_normal_form()
    right_forms, right_applied = right.in_normal_form()
    if left_forms == right_forms:
        evidence = (*_rewritten(left_applied, right_applied), *ignored)
        return labelled(ChangeLabel.REFACTORING, Step.NORMAL_FORMS, evidence)
    label, differences = decided(left.features(), right.features())
    reason = ""
    if label is ChangeLabel.UNDECIDED:
        reason = "no difference points to a kind of change" if differences else "no feature differs"
    return labelled(label, Step.FEATURES, (*differences, *ignored), reason=reason)


class _Side:
    """One source; each tree is made anew, since steps change it."""

    def __init__(self, name: str, source: str, entry: Entry) -> None:
        self._name, self._source, self._entry = name, source, entry
        self._kept = {"" if entry.kind is EntryKind.PROGRAM else entry.owner or entry.name}
        self.cleaned = self._clean()

    def _clean(self, *, asserts: bool = False) -> Cleaned:
        try:
            return cleaned(parse(self._source), asserts=asserts)
        except UnreadableError as error:
            raise UnreadableError(f"{self._name}: {error}") from error

    def tree(self, *, asserts: bool = False) -> ast.Module:
        try:
            return reached(self._clean(asserts=asserts).module, self._entry)
        except UnreadableError as error:
            raise UnreadableError(f"{self._name}: {error}") from error

    def dump(self, *, asserts: bool = False) -> str:
        return ast.dump(self.tree(asserts=asserts))

    def renamed(self, *, asserts: bool = False) -> str:
        return ast.dump(rename(self.tree(asserts=asserts), self._kept))

    def in_normal_form(self) -> tuple[str, Applied]:
        tree = self.tree()
        applied = normalised(tree)
        return canonical(tree, self._kept, applied), applied

    def features(self) -> Features:
        tree = self.tree()
        normalised(tree)
        return features_of(tree, self._entry)


def _ignored(left: Cleaned, right: Cleaned) -> tuple[Evidence, ...]:
    """What the labels do not look at, although it takes time."""
    if not (left.asserts or right.asserts):
        return ()
    counts = (str(len(left.asserts)), str(len(right.asserts)))
    return (
        Evidence(
            feature="asserts, left out",
            first=counts[0],
            second=counts[1],
            first_lines=left.asserts,
            second_lines=right.asserts,
        ),
    )


def _rewritten(left: Applied, right: Applied) -> tuple[Evidence, ...]:
    """Forms that were applied more often to one side."""
    counts = Counter(form for form, _ in left), Counter(form for form, _ in right)
    return tuple(
        Evidence(
            feature=form.value,
            first=f"{counts[0][form]} rewritten",
            second=f"{counts[1][form]} rewritten",
            first_lines=tuple(sorted({line for applied, line in left if applied is form})),
            second_lines=tuple(sorted({line for applied, line in right if applied is form})),
        )
        for form in sorted(counts[0] | counts[1])
        if counts[0][form] != counts[1][form]
    )
