"""Measurements as rows of the long table."""

from __future__ import annotations

from typing import Any

import pytest

from effibench.errors import UsageError
from effibench.model import CaseResult, Host, Measurement, ProtocolName, Sample, Verdict
from effibench.scoring.enamel import model_enamel, scale
from effibench.scoring.measured import reference_rows, rows_of
from effibench.scoring.table import Table

HOST = Host(node="n", cpu="c", cpus=2, kernel="k", python="3.11", effibench="0")
PROTOCOL: ProtocolName = "paper"


def sample(cpu_ns: int, *, warmup: bool = False) -> Sample:
    return Sample(10, 10, 0, cpu_ns, 0, 0, 0, 0, 0, 0, warmup=warmup)


def case(domain: str, seed: int = 42, **more: Any) -> CaseResult:
    fields = {"verdict": Verdict.PASS, "seconds": 2.0, "reference_seconds": 1.0, "peak_memory_bytes": 3 << 20}
    return CaseResult(domain=domain, seed=seed, **(fields | more))


def measured(*cases: CaseResult, **more: Any) -> Measurement:
    fields: dict[str, Any] = {
        "task": "t/1",
        "task_digest": "d",
        "candidate": "fast.py",
        "candidate_digest": "e",
        "protocol": PROTOCOL,
        "verdict": Verdict.PASS,
        "host": HOST,
        "cases": cases,
    }
    return Measurement(**(fields | more))


def test_a_case_is_a_row() -> None:
    samples = (sample(9_000_000, warmup=True), sample(1_000_000), sample(3_000_000))
    (row,) = rows_of(measured(case("stress-level-3", samples=samples)), model="m", sample=4)
    assert (row.task, row.model, row.sample, row.level, row.case) == ("t/1", "m", 4, 3, "stress-level-3/42")
    assert (row.status, row.scored, row.program) == (Verdict.PASS, True, "e")
    assert (row.cost("time"), row.cost("cpu_time"), row.cost("memory")) == (2.0, 0.002, 3.0)


def test_what_is_not_measured_is_null_with_a_reason() -> None:
    bare = case("stress-x", seconds=None, samples=(sample(5),), peak_memory_bytes=None)
    (row,) = rows_of(measured(bare), model="m")
    assert {name: row.costs.get(name) for name in ("time", "cpu_time", "memory", "tmu", "instructions")} == (
        dict.fromkeys(("time", "cpu_time", "memory", "tmu", "instructions"))
    )
    assert set(row.costs.missing) == {"time", "cpu_time", "memory", "tmu", "instructions"}
    with pytest.raises(UsageError, match="not timed, it was only judged"):
        row.cost("time")
    (row,) = rows_of(measured(case("stress-x")), model="m")
    assert row.costs.missing["cpu_time"] == "no samples were kept"


def test_a_peak_that_did_not_grow_is_no_cost_of_zero() -> None:
    (row,) = rows_of(measured(case("stress-x", peak_memory_bytes=0)), model="m")
    assert row.costs.memory is None
    assert "not above what was resident" in row.costs.missing["memory"]


def test_costs_count_on_stress_domains_where_there_are_some() -> None:
    rows = rows_of(measured(case("correctness-a"), case("stress-b")), solution="canonical")
    assert [row.scored for row in rows] == [False, True]
    rows = rows_of(measured(case("correctness-a"), case("correctness-a", 43)), solution="canonical")
    assert [row.scored for row in rows] == [True, True]
    assert [row.level for row in rows] == [0, 0]


def test_a_failed_case_ends_the_rows_and_its_attempt() -> None:
    bad = case("stress-b", verdict=Verdict.WRONG_ANSWER, reason="3 is not 4", seconds=None)
    made = measured(case("correctness-a", seconds=None), bad, verdict=Verdict.WRONG_ANSWER)
    table = Table(rows=rows_of(made, model="m"))
    (attempt,) = table.attempts(model="m")["t/1"]
    assert not attempt.passed
    assert attempt.failure.endswith("wrong_answer (3 is not 4)")
    assert "the case: wrong_answer" in attempt.rows[1].costs.missing["time"]


def test_a_program_without_a_case_has_one_row() -> None:
    made = measured(verdict=Verdict.RUNTIME_ERROR, reason="SyntaxError: line 1")
    (row,) = rows_of(made, model="m")
    assert (row.status, row.reason, row.scored, row.case) == (
        Verdict.RUNTIME_ERROR,
        "SyntaxError: line 1",
        False,
        "",
    )


def test_the_reference_has_rows_of_its_own() -> None:
    made = measured(
        case("stress-level-1", reference_seconds=0.5), case("stress-level-2", reference_seconds=None)
    )
    (row,) = reference_rows(made)
    assert (row.solution, row.level, row.case, row.cost("time")) == ("reference", 1, "stress-level-1/42", 0.5)
    with pytest.raises(UsageError, match="only timed"):
        row.cost("memory")


def test_a_benchmarks_score_comes_out_of_measurements() -> None:
    domains = ("correctness-level-0", "stress-level-1", "stress-level-2", "stress-level-3")
    made = measured(*(case(domain, seconds=1.5) for domain in domains))
    table = Table(rows=(*rows_of(made, model="m"), *reference_rows(made)))
    (reference,) = table.attempts(solution="reference")["t/1"]
    (score,) = model_enamel(table, "m", {"t/1": scale(reference)})
    # e of a level is (alpha - ratio) / (alpha - 1) with alpha = 2 and a ratio of 1.5, the same on all levels.
    assert (score.eff, score.pass_share, score.tasks) == (pytest.approx(0.5), 1.0, 1)


def test_a_time_out_on_a_level_is_scored_by_the_levels_before_it() -> None:
    domains = ("correctness-level-0", "stress-level-1", "stress-level-2", "stress-level-3")
    right = measured(*(case(domain, seconds=1.0) for domain in domains))
    late = case("stress-level-2", verdict=Verdict.TIME_LIMIT, seconds=None)
    made = measured(
        case("correctness-level-0"), case("stress-level-1", seconds=1.5), late, verdict=Verdict.TIME_LIMIT
    )
    table = Table(rows=(*rows_of(made, model="m"), *reference_rows(right)))
    (reference,) = table.attempts(solution="reference")["t/1"]
    (score,) = model_enamel(table, "m", {"t/1": scale(reference)})
    assert (score.eff, score.pass_share) == (pytest.approx(0.3 * 0.5), 1.0)


def test_whose_program_it_was_must_be_said() -> None:
    for whose in ({}, {"model": "m", "solution": "canonical"}):
        with pytest.raises(UsageError, match="as whose program"):
            rows_of(measured(case("stress-x")), **whose)
