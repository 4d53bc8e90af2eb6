"""EffiBench-X: min(1, canonical / model), averaged over problems, then over languages.

Three scores: execution time (ET, sum over the test cases), memory peak (MP, maximum) and memory integral (MI, sum).
Source: EffiBench-X's repository. Its harness records 0 where its sampler gave no data, which then scores as perfect or
divides by zero; here what is missing leaves its score without a value, and a 0 is refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean
from typing import Literal, TypeAlias, get_args

import msgspec

from effibench.errors import UsageError
from effibench.model import Verdict
from effibench.scoring.table import Attempt, Combine, CostName, Table
from effibench.stats.basics import check_choice

XVariant: TypeAlias = Literal["strict", "repository"]
SLOW_SECONDS = 10.0
_MEMORY_COSTS: tuple[tuple[CostName, Combine], ...] = (("memory", "max"), ("tmu", "sum"))


class LanguageScores(msgspec.Struct, frozen=True, kw_only=True):
    """Means over the problems, each from 0 to 1; what is not correct, or not there, counts 0.

    A score is None if a program that passes lacks its cost (`EffiBenchX.missing`).
    """

    et: float
    mp: float | None
    mi: float | None
    pass_share: float


class EffiBenchX(msgspec.Struct, frozen=True, kw_only=True):
    """A model's scores.

    Attributes:
        average: means over the languages.
        languages: by language.
        time: the cost that ET is made of; EffiBench-X's is wall time.
        variant: "repository" drops cases of 10 s of wall time and more before it asks whether a program passed, so that
            a slow one passes without them; "strict" does not.
        problems: those whose canonical solution passes in every language; all scores are over them.
        left_out: the others.
        missing: why MP or MI is None, by the cost's name.
    """

    average: LanguageScores
    languages: dict[str, LanguageScores]
    time: CostName
    variant: XVariant
    problems: int
    left_out: int
    missing: dict[CostName, str] = {}


class _Program(msgspec.Struct, frozen=True):
    et: float
    mp: float | None
    mi: float | None
    missing: dict[CostName, str] = {}


def ratio_score(canonical: float, model: float) -> float:
    """min(1, canonical / model), costs in one unit.

    Raises:
        UsageError: a cost is not above 0.
    """
    if not (canonical > 0 and model > 0):
        raise UsageError(f"costs are {canonical} (canonical) and {model}; a missing measurement is no 0")
    return min(1.0, canonical / model)


def model_effibench_x(
    table: Table,
    model: str,
    *,
    languages: Sequence[str],
    variant: XVariant = "strict",
    time: CostName = "time",
    sample: int = 0,
    tasks: Sequence[str] | None = None,
) -> EffiBenchX:
    """Scores a model's samples of that number against the best of the benchmark's own solutions that pass.

    ET is compared with the fastest, MP with the one with the lowest peak, MI with the lower integral of those two.

    Raises:
        UsageError: a language is missing or repeated, no problem has a canonical solution that passes in every
            language, or a program that passes lacks the time.
    """
    check_choice("variant", variant, get_args(XVariant))
    if not languages or len(set(languages)) != len(languages):
        raise UsageError(f"languages are {list(languages)}; there must be one, and none twice")
    names = table.chosen(tasks)
    canonical = {
        (task, language): _best([one for one in table.own(task) if one.language == language], time, variant)
        for task in names
        for language in languages
    }
    problems = [
        task for task in names if all(canonical[task, language] is not None for language in languages)
    ]
    if not problems:
        raise UsageError(f"no problem of {len(names)} has a canonical solution that passes in every language")
    attempts = table.attempts(model=model)
    scores = {}
    missing: dict[CostName, str] = {}
    for language in languages:
        rows = []
        for task in problems:
            found = (one for one in attempts[task] if one.language == language and one.sample == sample)
            base, own = canonical[task, language], _measured(next(found, None), time, variant)
            rows.append(_scores(base, own))
            for program in (base, own):
                missing = {**(program.missing if program is not None else {}), **missing}
        scores[language] = _mean(rows)
    return EffiBenchX(
        average=_mean(list(scores.values())),
        languages=scores,
        time=time,
        variant=variant,
        problems=len(problems),
        left_out=len(names) - len(problems),
        missing=missing,
    )


def _measured(attempt: Attempt | None, time: CostName, variant: XVariant) -> _Program | None:
    """A program's costs; None if there is none or it does not pass."""
    if attempt is None:
        return None
    if variant == "repository":
        kept = tuple(row for row in attempt.rows if (row.costs.time or 0.0) < SLOW_SECONDS)
        attempt = attempt._replace(rows=kept)
    if not attempt.rows or any(row.status is not Verdict.PASS for row in attempt.rows):
        return None
    missing: dict[CostName, str] = {}
    memory, tmu = (_known(attempt, cost, combine, missing) for cost, combine in _MEMORY_COSTS)
    return _Program(attempt.cost(time, "sum"), memory, tmu, missing)


def _known(attempt: Attempt, cost: CostName, combine: Combine, missing: dict[CostName, str]) -> float | None:
    """A cost, or None and the reason."""
    try:
        return attempt.cost(cost, combine)
    except UsageError as error:
        missing[cost] = str(error)
        return None


def _best(attempts: Sequence[Attempt], time: CostName, variant: XVariant) -> _Program | None:
    programs = [one for attempt in attempts if (one := _measured(attempt, time, variant)) is not None]
    if not programs:
        return None
    missing: dict[CostName, str] = {}
    for program in programs:
        missing = {**program.missing, **missing}
    fastest = min(programs, key=lambda one: one.et)
    smallest = min(programs, key=lambda one: math.inf if one.mp is None else one.mp)
    memory = None if "memory" in missing else smallest.mp
    integrals = [one.mi for one in (fastest, smallest) if one.mi is not None]
    return _Program(fastest.et, memory, None if "tmu" in missing else min(integrals), missing)


def _scores(canonical: _Program | None, own: _Program | None) -> LanguageScores:
    if own is None or canonical is None:
        return LanguageScores(et=0.0, mp=0.0, mi=0.0, pass_share=0.0)
    return LanguageScores(
        et=ratio_score(canonical.et, own.et),
        mp=_ratio_if_known(canonical.mp, own.mp),
        mi=_ratio_if_known(canonical.mi, own.mi),
        pass_share=1.0,
    )


def _ratio_if_known(canonical: float | None, own: float | None) -> float | None:
    return None if canonical is None or own is None else ratio_score(canonical, own)


def _mean(rows: Sequence[LanguageScores]) -> LanguageScores:
    return LanguageScores(
        et=fmean(row.et for row in rows),
        mp=_mean_if_known([row.mp for row in rows]),
        mi=_mean_if_known([row.mi for row in rows]),
        pass_share=fmean(row.pass_share for row in rows),
    )


def _mean_if_known(scores: Sequence[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return fmean(known) if len(known) == len(scores) else None
