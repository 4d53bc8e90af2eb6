"""Published protocols from the rounds of comparisons, worked by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from effibench.errors import UsageError
from effibench.model import Comparison, Host, Verdict
from effibench.paired import Answer, Paired, PairedCase, Round, SideSample
from effibench.scoring.published import Published, across_tasks, published, task_rank_test

S = 1_000_000_000
RISING = [float(1 + number) for number in range(30)]
HOST = Host(node="n", cpu="c", cpus=1, kernel="k", python="p", effibench="e")


def side(seconds: float) -> SideSample:
    return SideSample(round(seconds * S), 7, 7, 7, 0, None, False, False, 0)


def play(
    case: int, pair: int, group: int, a: Sequence[float], b: Sequence[float], loops: int = 1
) -> list[Round]:
    """Rounds of one group: times of a call in s."""
    return [
        Round(pair, group, case, loops, True, side(x * loops), side(y * loops))
        for x, y in zip(a, b, strict=True)
    ]


def groups_of(rounds: Sequence[Round], case: int) -> int:
    return len({(taken.pair, taken.group) for taken in rounds if taken.case == case and taken.group >= 0})


def paired(cases: dict[int, tuple[str, int]], rounds: Sequence[Round], **fields: Any) -> Paired:
    made = tuple(
        PairedCase(case=number, domain=domain, seed=seed, groups=groups_of(rounds, number))
        for number, (domain, seed) in cases.items()
    )
    return Paired(verdict=Answer.UNRESOLVED, cases=made, rounds=tuple(rounds), **fields)


def compared(of: Paired, **fields: Any) -> Comparison:
    base = {name: getattr(of, name) for name in of.__struct_fields__}
    named = {"task": "t", "task_digest": "", "a": "A", "a_digest": "", "b": "B", "b_digest": "", "host": HOST}
    return Comparison(**(base | named | fields))


ONE = {4: ("stress-x", 42)}
# The second case of stress-x is played by another pair, without a pilot; correctness cases 0 … 3 are not timed.
TWO = {4: ("stress-x", 42), 5: ("stress-x", 43)}


def test_warm_ups_are_the_pilot_or_else_the_first_rounds() -> None:
    rounds = [
        *play(4, 0, -1, [90, 80], [90, 80]),
        *play(4, 0, 0, [1, 2, 6, 50, 50], [2, 4, 6, 50, 50]),
        *play(5, 1, 1, [70, 3, 4, 5, 60], [70, 9, 8, 7, 60]),
    ]
    made = published(paired(TWO, rounds))
    first, second = made.cases
    assert (first.domain, first.seed, second.seed) == ("stress-x", 42, 43)
    assert (first.mean.a_seconds, first.mean.b_seconds, first.mean.ratio) == (3, 4, 0.75)
    assert (second.mean.a_seconds, second.mean.b_seconds, second.mean.ratio) == (4, 8, 0.5)
    assert (first.mean.warmups, first.mean.samples) == (1, 3)
    # A solution's time is the mean over its cases: 3.5 and 6, not the mean of the ratios.
    for row in (made.domains[0], made.task):
        assert row.mean.ratio == pytest.approx(7 / 12)
    assert (made.domains[0].domain, made.task.domain, made.task.seed) == ("stress-x", "", None)


def test_w_and_m_are_a_choice() -> None:
    rounds = [*play(4, 0, -1, [90], [90]), *play(4, 0, 0, [8, 2, 4, 1, 1], [8, 1, 2, 1, 1])]
    made = published(paired(ONE, rounds), warmups=2, timed=2).task.mean
    assert (made.a_seconds, made.b_seconds, made.ratio) == (3, 1.5, 2)
    none = published(paired(ONE, rounds), warmups=0, timed=1).task.mean
    assert (none.a_seconds, none.warmups) == (8, 0)
    with pytest.raises(UsageError, match="timed = 0"):
        published(paired(ONE, rounds), timed=0)


def test_a_window_of_several_calls_is_a_call_on_average() -> None:
    rounds = [*play(4, 0, -1, [9], [9]), *play(4, 0, 0, [0.5] * 5, [0.25] * 5, loops=4)]
    made = published(paired(ONE, rounds)).task.mean
    assert (made.a_seconds, made.b_seconds, made.ratio) == (0.5, 0.25, 2)


def test_point_estimates_need_one_process() -> None:
    rounds = [
        *play(4, 0, 0, [5] * 5, [5] * 5),
        *play(4, 1, 1, [7] * 5, [7] * 5),
        *play(4, 1, 4, [7] * 4, [7] * 4),
    ]
    row = published(paired(ONE, rounds)).cases[0]
    assert row.mean.a_seconds == 5
    assert row.hodges_lehmann.a_seconds == 7  # pair 0 has too few
    assert row.minimum.ratio is None
    assert row.minimum.reason == (
        "stress-x, seed 42: 9 timed round(s) in one process pair; 10 after 0 warm-up(s) are needed"
    )
    assert published(paired(ONE, rounds)).task.minimum.reason == row.minimum.reason


def test_a_pair_needs_its_warm_ups_besides_its_samples() -> None:
    rounds = [*play(4, 0, 0, [5] * 3, [5] * 3), *play(4, 1, 1, [7] * 4, [14] * 4)]
    row = published(paired(ONE, rounds)).cases[0]
    assert (row.mean.a_seconds, row.mean.ratio) == (7, 0.5)
    row = published(paired(ONE, rounds[:3])).cases[0]
    assert row.mean.ratio is None
    assert "3 timed round(s) in one process pair; 3 after 1 warm-up(s)" in row.mean.reason


def test_domains_and_the_task_combine_cases_as_each_publication_does() -> None:
    cases = {4: ("stress-x", 42), 5: ("stress-x", 43), 6: ("stress-y", 42)}
    rounds = [
        *play(4, 0, 0, [2.0] * 10, [4.0] * 10),
        *play(5, 0, 1, [4.0] * 10, [1.0] * 10),
        *play(6, 0, 0, [8.0] * 10, [2.0] * 10),
    ]
    made = published(paired(cases, rounds))
    x, y = made.domains
    assert (x.domain, y.domain) == ("stress-x", "stress-y")
    assert (x.mean.ratio, y.mean.ratio, made.task.mean.ratio) == pytest.approx((6 / 5, 4, 14 / 7))
    assert (x.hodges_lehmann.ratio, made.task.hodges_lehmann.ratio) == (1.0, 2.0)
    assert x.minimum.ratio == pytest.approx(1 / ((2 + 1 / 4) / 2))
    assert made.task.minimum.ratio == pytest.approx(1 / ((2 + 1 / 4 + 1 / 4) / 3))


def test_a_run_is_the_sum_over_the_cases() -> None:
    # One case gets slower, the other faster: each run of the whole takes the same.
    falling = RISING[::-1]
    slow = [number + 100 for number in RISING]
    rounds = [*play(4, 0, 0, RISING, slow), *play(5, 1, 1, falling, slow[::-1])]
    made = published(paired(TWO, rounds))
    assert (made.task.rank.a_seconds, made.task.rank.b_seconds) == pytest.approx((31.0, 231.0))
    assert (made.task.rank.delta, made.task.rank.significant) == (1.0, True)
    assert made.cases[0].rank.a_seconds == pytest.approx(15.5)
    same = published(
        paired(TWO, [*play(4, 0, 0, RISING, falling), *play(5, 1, 1, falling, RISING)])
    ).task.rank
    assert (same.delta, same.p_value, same.improvement) == (0.0, 1.0, 0.0)


def test_runs_go_on_over_process_pairs_and_stop_at_thirty() -> None:
    rounds = [
        *play(4, 0, -1, [500], [500]),
        *play(4, 0, 0, RISING[:15], [99] * 15),
        *play(4, 1, 1, [*RISING[15:], 700], [99] * 15 + [700]),
    ]
    made = published(paired(ONE, rounds)).task.rank
    assert (made.a_seconds, made.b_seconds, made.reason) == (15.5, 99.0, "")
    few = published(paired(ONE, rounds[:30])).task.rank
    assert few.reason == "stress-x, seed 42: 29 timed round(s); 30 are needed"
    assert (few.p_value, few.significant) == (None, None)


def test_a_case_that_was_never_played_leaves_no_number_for_its_domain() -> None:
    cases = {4: ("stress-x", 42), 5: ("stress-x", 43), 6: ("stress-y", 42)}
    rounds = [*play(4, 0, 0, RISING, RISING), *play(6, 0, 0, RISING, [99] * 30)]
    made = published(paired(cases, rounds))
    assert made.cases[0].mean.ratio == 1.0
    assert made.cases[2].rank.delta == 1.0  # the third case's rounds are the third case's
    assert made.domains[1].mean.ratio == pytest.approx(3 / 99)
    for row in (made.cases[1], made.domains[0], made.task):
        for one in (row.mean, row.hodges_lehmann, row.minimum):
            assert one.ratio is None
            assert one.reason.startswith("stress-x, seed 43: 0 timed round(s)")
        assert row.rank.reason == "stress-x, seed 43: 0 timed round(s); 30 are needed"


def test_the_clocks_resolution_is_named_with_its_case() -> None:
    made = published(paired(ONE, play(4, 0, 0, [0.0] * 10, [1.0] * 10))).task.minimum
    assert made.ratio is None
    assert made.reason == "stress-x, seed 42: a time of 0 s is below the clock's resolution"


def test_no_result_is_no_number() -> None:
    failed = paired({}, play(4, 0, -1, [1], [1]), reason="one of the programs failed")
    made = published(failed)
    assert (made.domains, made.cases) == ((), ())
    for row in (made.task.mean, made.task.hodges_lehmann, made.task.minimum, made.task.rank):
        assert row.reason == "one of the programs failed"
    assert made.task.rank.p_value is None
    assert task_rank_test(failed) == made.task.rank
    assert published(paired({}, [])).task.mean.reason == "no case was timed"


@pytest.mark.parametrize("wrong", ["a", "b"])
def test_a_side_that_is_not_correct_is_not_significant(wrong: str) -> None:
    good = paired(ONE, play(4, 0, 0, RISING, [99] * 30))
    verdict = {f"{wrong}_verdict": Verdict.WRONG_ANSWER}
    made = published(compared(good, **verdict))
    reason = f"not correct: {wrong.upper()} (wrong_answer)"
    assert (made.task.rank.p_value, made.task.rank.significant, made.task.rank.valid) == (1.0, False, False)
    assert made.task.rank.reason == made.task.mean.reason == reason
    assert made.task.mean.ratio is None
    assert task_rank_test(compared(good, **verdict)) == made.task.rank
    assert published(compared(good)).task.rank.significant


def test_all_tasks_together() -> None:
    better = paired(ONE, play(4, 0, 0, RISING, [31.0] * 30))  # half the time
    same = paired(ONE, play(4, 0, 0, RISING, RISING))
    worse = paired(ONE, play(4, 0, 0, [62.0] * 30, [31.0] * 30))
    wrong = compared(better, a_verdict=Verdict.TIME_LIMIT)
    made = across_tasks([compared(better), same, worse, wrong])
    assert (made.tasks, made.invalid, made.significant, made.zeros) == (4, 1, 1, 1)
    # Differences 15.5 and −31: of the four signings of the ranks 1 and 2 three have a sum of 1 or more.
    assert (made.w_plus, made.p_value) == (1.0, 3 / 4)
    assert made.improvement == pytest.approx((0.5 + 0 - 1) / 3)
    assert made.improvement_significant == pytest.approx(0.5)
    short = across_tasks([better, paired(ONE, play(4, 0, 0, [1.0], [1.0]))])
    assert (short.p_value, short.improvement) == (None, None)
    assert "number 1: stress-x, seed 42: 1 timed round(s)" in short.reason
    assert across_tasks([better], alpha=1e-15).significant == 0


def test_the_records_survive_json() -> None:
    made = published(paired(TWO, [*play(4, 0, 0, RISING, RISING), *play(5, 1, 1, [1.0], [1.0])]))
    assert msgspec.json.decode(msgspec.json.encode(made), type=Published) == made
