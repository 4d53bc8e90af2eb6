"""The formulas of Mercury against the Beyond values that its repository printed for five models on 256 tasks."""

from __future__ import annotations

import json
from statistics import fmean
from typing import Any

import pytest
from external_data import data_folder
from score_rows import BAD, row, table

from effibench.scoring.mercury import mercury_beyond, model_mercury

pytestmark = pytest.mark.external

# Model: mean printed; mean by the harness's formula; printed above 1; tasks that the repository's formula misses.
EXPECTED = {
    "CodeLlama-34b-Instruct-hf": (0.4505, 0.4549, 12, 0),
    "CodeLlama-7b-Instruct-hf": (0.2798, 0.2792, 5, 0),
    "deepseek-coder-33b-instruct": (0.6284, 0.6370, 16, 0),
    "gpt-3.5-turbo-1106": (0.7151, 0.7222, 24, 0),
    "gpt-4-1106-preview": (0.6784, 0.6764, 20, 12),
}


def results() -> Any:
    return json.loads((data_folder("mercury") / "mercury_runtimes_numeric.json").read_text(encoding="utf-8"))


def runtime(record: Any) -> float | None:
    return record["runtime"] if record["status"] == "passed" else None


@pytest.mark.parametrize("model", EXPECTED)
def test_printed_values(model: str) -> None:
    records = results()[model]
    printed, harness, above_one, misses = EXPECTED[model]
    made = {
        t: mercury_beyond(runtime(r), r["pool_runtimes"], variant="repository").value
        for t, r in records.items()
    }
    wrong = [task for task, record in records.items() if made[task] != record["beyond_p"]]
    assert (len(records), len(wrong)) == (256, misses)
    assert fmean(record["beyond_p"] for record in records.values()) == pytest.approx(printed, abs=5e-5)
    assert sum(record["beyond_p"] > 1 for record in records.values()) == above_one
    clamped = [mercury_beyond(runtime(r), r["pool_runtimes"]).value for r in records.values()]
    assert fmean(value for value in clamped if value is not None) == pytest.approx(harness, abs=5e-5)
    assert max(value for value in clamped if value is not None) <= 1.0


def test_gpt_4_was_scored_without_the_upper_clamp() -> None:
    records = results()["gpt-4-1106-preview"]
    for record in records.values():
        made = mercury_beyond(runtime(record), record["pool_runtimes"], variant="repository_unclamped")
        assert made.value == record["beyond_p"]


def test_a_table_gives_the_same() -> None:
    rows = []
    for task, record in results()["gpt-3.5-turbo-1106"].items():
        rows += [row(task, solution=f"pool/{n}", time=time) for n, time in enumerate(record["pool_runtimes"])]
        passed = record["status"] == "passed"
        rows.append(row(task, time=record["runtime"]) if passed else row(task, status=BAD))
    made = {
        variant: model_mercury(table(*rows), "m", variant=variant) for variant in ("repository", "harness")
    }
    assert made["repository"].value == pytest.approx(0.7151, abs=5e-5)
    assert made["harness"].value == pytest.approx(0.7222, abs=5e-5)
    assert [one.above_one for one in made.values()] == [24, 0]
    assert made["harness"].scored == 256
