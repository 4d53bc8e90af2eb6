"""EvalPerf's scores against the leaderboard's results: 34 models on 118 tasks, from the clusters that samples matched.

Scores of references were recovered from those results to six decimals; some never occur alone and are not known.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from external_data import data_folder

from effibench.scoring.evalperf import References, Rule, TaskValue, cluster_match, model_value, task_value
from effibench.scoring.evalperf_wins import aligned, win_rates

pytestmark = pytest.mark.external


def read(name: str) -> Any:
    return json.loads((data_folder("evalperf") / name).read_text(encoding="utf-8"))


def leaderboard_name(file: str) -> str:
    return file.split("_", maxsplit=1)[0] + (" (⏩)" if "perf-instruct" in file else "")


@pytest.fixture(scope="module")
def printed() -> dict[str, Any]:
    """By model the printed result of every task, and its summary."""
    return {leaderboard_name(file): result for file, result in read("evalperf_results_counts.json").items()}


@pytest.fixture(scope="module")
def made(printed: dict[str, Any]) -> dict[str, dict[str, TaskValue]]:
    """By model our value of every task."""
    references = {
        task: References(scores=tuple(known["scores_recovered"]))
        for task, known in read("evalperf_clusters_derived.json").items()
    }
    return {
        model: {
            task: value(record, references[task], result["config"])
            for task, record in result["tasks"].items()
        }
        for model, result in printed.items()
    }


def value(record: Any, references: References, config: Any) -> TaskValue:
    matches = [
        cluster_match(int(cluster), references)
        for cluster, count in (record["cluster_counts"] or {}).items()
        for _ in range(count)
    ]
    correct = round(record["pass@1"] * config["n_samples"] / 100)
    rule = Rule("leaderboard", config["min_correct"], config["max_profile"])
    return task_value(matches, config["n_samples"], correct, rule)


def test_every_cell(printed: dict[str, Any], made: dict[str, dict[str, TaskValue]]) -> None:
    norm = dps = without = 0
    for model, result in printed.items():
        for task, record in result["tasks"].items():
            ours = made[model][task]
            assert ours.pass_at_1 == pytest.approx(record["pass@1"], abs=1e-12)
            if record["dps_norm"] is None:
                assert (ours.dps, ours.dps_norm) == (None, None)
                without += 1
                continue
            assert ours.dps_norm == pytest.approx(record["dps_norm"], abs=1e-12)
            norm += 1
            if ours.dps is not None:
                assert ours.dps == pytest.approx(record["dps"], abs=1e-6)
                dps += 1
    assert (norm, dps, without) == (3680, 3674, 332)


def test_every_summary(printed: dict[str, Any], made: dict[str, dict[str, TaskValue]]) -> None:
    leaderboard = read("COMBINED-RESULTS.json")
    complete = 0
    for model, result in printed.items():
        own = dict(made[model])
        gaps = [task for task, one in own.items() if one.dps is None and one.dps_norm is not None]
        for task in gaps:  # the score of a reference is not known: 6 cells, taken as printed
            own[task] = msgspec.structs.replace(own[task], dps=result["tasks"][task]["dps"])
        ours = model_value(own, cost=None)
        assert ours.with_dps == ours.with_dps_norm
        for summary in (result["summary"], leaderboard[model]):
            assert ours.dps == pytest.approx(summary["dps"], abs=1e-6)
            assert ours.dps_norm == pytest.approx(summary["dps_norm"], abs=1e-11)
            assert ours.pass_at_1 == pytest.approx(summary["pass@1"], abs=1e-11)
        complete += not gaps
    assert (len(printed), complete) == (34, 29)


def test_every_win_rate(printed: dict[str, Any]) -> None:
    leaderboard = read("COMBINED-RESULTS.json")
    dps = {model: {t: r["dps"] for t, r in result["tasks"].items()} for model, result in printed.items()}
    ours = win_rates(dps)
    assert len(ours) == 34
    for model, wins in ours.items():
        assert wins.task_win_rate == leaderboard[model]["task_win_rate"]
        assert wins.model_win_rate == leaderboard[model]["model_win_rate"]
    cells = leaderboard["heatmap_data"]
    pairs = [(a, b) for a in dps for b in dps]
    assert len(pairs) == 1156
    for a, b in pairs:
        assert aligned(dps[a], dps[b]) == pytest.approx(tuple(cells[a][b]), abs=1e-11)
