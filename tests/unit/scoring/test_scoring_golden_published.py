"""What DSEffi-Bench printed, recomputed as far as its tables allow."""

from __future__ import annotations

import csv
from statistics import fmean

import pytest
from external_data import data_folder

from effibench.scoring.beyond import Score
from effibench.scoring.beyond_models import summary
from effibench.scoring.pairwise import Cell, pooled
from effibench.stats.correlation import rank_correlation

pytestmark = pytest.mark.external
REFERENCE = "Human Reference"


def read(name: str) -> list[dict[str, str]]:
    with (data_folder("published") / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def column(rows: list[dict[str, str]], name: str) -> list[float]:
    return [float(row[name]) for row in rows if row["model"] != REFERENCE]


def scores(solved: int, mean: float) -> dict[str, Score]:
    one = Score(value=mean / 100, cost="time", form="log", mode="expanded")
    return {f"{number}": one for number in range(solved)}


def test_table_2_is_consistent() -> None:
    """With the printed number of solved tasks at the printed Beyond|Pass, Beyond is what was printed."""
    rows = read("p1_table2_model_performance.csv")
    assert len(rows) == 17
    for row in rows:
        solved = round(10 * float(row["pass"]))
        made = summary(
            scores(solved, float(row["beyond_given_pass"])), [f"{number}" for number in range(1000)]
        )
        assert 100 * made.pass_share == pytest.approx(float(row["pass"]))
        assert 100 * (made.beyond_given_pass or 0) == pytest.approx(float(row["beyond_given_pass"]))
        assert 100 * made.beyond == pytest.approx(float(row["beyond"]), abs=0.07)
    assert fmean(column(rows, "pass")) == pytest.approx(45.4, abs=0.05)


def test_library_groups_recombine_to_table_2() -> None:
    sizes = {"numpy": 388, "pandas": 317, "pytorch": 68, "scipy": 48, "polars": 62, "others": 117}
    for row in read("p1_table2_model_performance.csv"):
        own: dict[str, Score] = {}
        for group, size in sizes.items():
            solved = round(size * float(row[f"{group}_pass"]) / 100)
            mean = float(row[f"{group}_bp"])
            own |= {f"{group}/{task}": score for task, score in scores(solved, mean).items()}
        made = summary(own, [f"{group}/{number}" for group, size in sizes.items() for number in range(size)])
        assert made.tasks == 1000
        assert 100 * made.pass_share == pytest.approx(float(row["pass"]), abs=0.051)
        assert 100 * (made.beyond_given_pass or 0) == pytest.approx(float(row["beyond_given_pass"]), abs=0.07)


def figure_3() -> dict[str, dict[str, Cell]]:
    common = {}
    for row in read("p1_figure3_common_counts.csv"):
        pair, count = (row["model_a"], row["model_b"]), int(row["n_common_correct"])
        common[pair] = common[pair[::-1]] = count
    printed = {row["model_row"]: row for row in read("p1_figure3_winrate_6x6.csv")}
    wins = {
        (a, b): round(float(row[b]) * common[a, b] / 100)
        for a, row in printed.items()
        for b in printed
        if a != b
    }
    return {
        a: {b: Cell(wins=wins[a, b], losses=wins[b, a], common=common[a, b]) for b in printed if a != b}
        for a in printed
    }


def test_figure_3_has_whole_numbers_of_wins_and_pooled_averages() -> None:
    cells = figure_3()
    unpooled = 0
    for row in read("p1_figure3_winrate_6x6.csv"):
        own = cells[row["model_row"]]
        for other, cell in own.items():
            assert 100 * (cell.win_share or 0) == pytest.approx(float(row[other]), abs=0.0501)
            assert cell.ties >= 0
        average = pooled(own)
        assert 100 * (average.win or 0) == pytest.approx(float(row["avg_win"]), abs=0.0501)
        assert 100 * (average.lose or 0) == pytest.approx(float(row["avg_lose"]), abs=0.0501)
        plain = 100 * fmean(cell.win_share or 0 for cell in own.values())
        unpooled += abs(plain - float(row["avg_win"])) > 0.0501
    assert unpooled > 0
    assert sum(len(own) for own in cells.values()) == 30


def test_figure_16_contains_figure_3() -> None:
    large = {row["model_row"]: row for row in read("p1_figure16_winrate_16x16.csv")}
    for row in read("p1_figure3_winrate_6x6.csv"):
        for other in row:
            if other in large and other != row["model_row"]:
                assert large[row["model_row"]][other] == row[other]


def test_table_9_rank_correlations() -> None:
    rows = read("p1_table9_normalization.csv")
    log, linear, rank = (column(rows, f"{form}_bp") for form in ("log", "linear", "rank"))
    to_linear, to_rank = rank_correlation(log, linear), rank_correlation(log, rank)
    assert to_linear.n == 16
    assert (to_linear.spearman, to_rank.spearman) == pytest.approx((0.9941, 0.9610), abs=5e-5)
    assert (to_linear.discordant, to_rank.discordant) == (2, 8)
    assert (to_linear.kendall, to_rank.kendall) == pytest.approx((0.967, 0.862), abs=5e-4)


def test_table_15_before_and_after_the_cut_off() -> None:
    rows = read("p1_table15_pre_post_cutoff.csv")
    assert rank_correlation(column(rows, "pre_bp"), column(rows, "post_bp")).spearman == pytest.approx(
        0.87, abs=0.005
    )
    passes = rank_correlation(column(rows, "pre_pass"), column(rows, "post_pass"))
    assert passes.spearman == pytest.approx(0.95, abs=0.005)
    change = [
        after - before
        for before, after in zip(column(rows, "pre_pass"), column(rows, "post_pass"), strict=True)
    ]
    assert fmean(change) == pytest.approx(-3.5, abs=0.05)
    gains = zip(column(rows, "pre_bp"), column(rows, "post_bp"), strict=True)
    assert sum(after > before for before, after in gains) == 8
