"""A benchmark's figures from those of its tasks."""

from __future__ import annotations

import msgspec
from audit_records import FAST, SLOW, invalid, pair

from effibench.audit.record import AuditSettings, Granularity, PairAudit, PairedFinding
from effibench.audit.summary import conclusion, summarise
from effibench.model import Verdict
from effibench.paired import Answer

ONE = AuditSettings(granularities=(Granularity.CALL,))


def found(verdict: Answer) -> PairedFinding:
    return PairedFinding(verdict=verdict, ratio=0.5, interval=(0.4, 0.6), e_value=30.0, stop=None)


def test_invalid_pairs_are_counted_and_never_dropped() -> None:
    pairs = [
        pair("a"),
        invalid("b", Verdict.WRONG_ANSWER),
        invalid("c", Verdict.TIME_LIMIT),
        invalid("d", None),
    ]
    (summary,) = summarise(pairs, ONE)
    assert (summary.across.tasks, summary.across.invalid, summary.across.significant) == (4, 3, 1)
    assert summary.across.significant_share == 0.25
    assert (summary.wrong, summary.timed_out) == (2, 1)
    assert len(summary.adjusted) == 4


def test_each_granularity_has_its_own_invalid_pairs() -> None:
    by_call = invalid("a", Verdict.TIME_LIMIT)
    by_process = pair("a", granularity=Granularity.PROCESS)
    both = msgspec.structs.replace(by_call, sampled=(*by_call.sampled, *by_process.sampled))
    calls, processes = summarise([both], AuditSettings())
    assert (calls.timed_out, calls.across.invalid, calls.across.significant) == (1, 1, 0)
    assert (processes.timed_out, processes.across.invalid, processes.across.significant) == (0, 0, 1)
    assert (both.valid, both.reason) == (False, "why")


def test_effects_and_relevance_are_of_the_significant() -> None:
    barely = tuple(value * 0.99 for value in SLOW)  # significant, but a saving of 1 %
    (summary,) = summarise([pair("a"), pair("b", barely, SLOW), pair("c", SLOW, SLOW)], ONE)
    assert summary.across.significant == 2
    assert summary.effects == {"large": 2}
    assert summary.relevant == 1
    (all_matter,) = summarise(
        [pair("b", barely, SLOW)], AuditSettings(granularities=(Granularity.CALL,), minimum_effect=0.0)
    )
    assert all_matter.relevant == 1


def test_adjusted_columns_lose_what_chance_explains() -> None:
    # p = 0.03 or so: significant alone, not among forty.
    weak = tuple(SLOW[number] - (0.0011 if number % 2 else 0.0074) for number in range(30))
    pairs = [pair("a", weak, SLOW), *(pair(f"n{number}", SLOW, SLOW) for number in range(40))]
    (summary,) = summarise(pairs, ONE)
    assert summary.across.significant == 1
    assert (summary.by_holm, summary.by_benjamini_hochberg) == (0, 0)
    (strong,) = summarise([pair("a"), *pairs[1:]], ONE)
    assert (strong.by_holm, strong.by_benjamini_hochberg) == (1, 1)


def test_alarms_of_the_control_are_counted() -> None:
    pairs = [pair("a", control=FAST), pair("b", control=SLOW), pair("c")]
    (summary,) = summarise(pairs, ONE)
    assert (summary.controls, summary.control_alarms) == (2, 1)
    (none,) = summarise([pair("a", control=SLOW[:5])], ONE)
    assert (none.controls, none.control_alarms) == (0, 0), "a control without a test is no control"


def test_each_granularity_has_its_own_summary() -> None:
    call, process = pair("a"), pair("a", SLOW, SLOW, granularity=Granularity.PROCESS)
    both = msgspec.structs.replace(call, sampled=(*call.sampled, *process.sampled))
    by_call, by_process = summarise([both], AuditSettings())
    assert (by_call.granularity, by_call.across.significant) == (Granularity.CALL, 1)
    assert (by_process.granularity, by_process.across.significant) == (Granularity.PROCESS, 0)


def test_the_conclusion_is_one_line() -> None:
    def with_turns(one: PairAudit, verdict: Answer) -> PairAudit:
        return msgspec.structs.replace(one, paired=found(verdict))

    pairs = [with_turns(pair("a"), Answer.FASTER), with_turns(pair("b", SLOW, SLOW), Answer.FASTER)]
    text = conclusion("enamel", pairs, summarise(pairs, ONE))
    assert text == "enamel tells fast from slow on 1 of 2 by calls, 2 of 2 in turns"
    assert conclusion("coffe", [], summarise([], ONE)).startswith("coffe has no task")


def test_a_missing_test_is_no_zero() -> None:
    pairs = [pair("a"), pair("b", FAST[:5], SLOW)]
    (summary,) = summarise(pairs, ONE)
    assert summary.across.significant is None
    text = conclusion("enamel", pairs, (summary,))
    assert text.startswith("enamel has no result by calls: 1 of 2 tasks have no test; ")
    assert text.endswith("30 are needed")
    by_process = [pair("a", granularity=Granularity.PROCESS), pair("b", granularity=Granularity.PROCESS)]
    both = (*summarise(by_process, AuditSettings(granularities=(Granularity.PROCESS,))), summary)
    text = conclusion("enamel", pairs, both)
    assert " on 2 of 2 by whole processes; has no result by calls: " in text


def test_what_was_not_taken_in_turns_is_no_failure_to_tell() -> None:
    missing = PairedFinding(reason="not taken: slow side: wrong_answer: no")
    pairs = [
        msgspec.structs.replace(pair("a"), paired=found(Answer.FASTER)),
        msgspec.structs.replace(pair("b"), paired=missing),
        invalid("c", None),
    ]
    text = conclusion("enamel", pairs, summarise(pairs, ONE))
    assert text == "enamel tells fast from slow on 2 of 3 by calls, 1 of 1 in turns (2 not taken)"
