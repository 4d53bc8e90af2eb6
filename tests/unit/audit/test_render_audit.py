"""An audit as it is printed: what has no result says why, and which side is the faster one."""

from __future__ import annotations

import msgspec
import pytest
from audit_records import FAST, SLOW, invalid, pair

from effibench.audit.growth import Sample, growth_report
from effibench.audit.record import AuditSettings, BenchmarkAudit, Granularity, PairAudit, PairedFinding
from effibench.audit.summary import conclusion, summarise
from effibench.cli.render_audit import print_audit
from effibench.model import Verdict

ONE = AuditSettings(granularities=(Granularity.CALL,))


def printed(capsys: pytest.CaptureFixture[str], *pairs: PairAudit) -> str:
    summaries = summarise(pairs, ONE)
    print_audit(
        BenchmarkAudit(
            benchmark="enamel",
            settings=ONE,
            pairs=pairs,
            summaries=summaries,
            conclusion=conclusion("enamel", pairs, summaries),
        )
    )
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")


def row(text: str, beginning: str) -> str:
    return next(line.rstrip() for line in text.splitlines() if line.startswith(beginning))


def test_a_clear_audit(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, pair("a", control=SLOW), pair("b", SLOW, SLOW))
    assert "enamel tells fast from slow on 1 of 2 by calls" in text
    assert "30 runs of each side" in text
    assert row(text, "significant").split() == ["significant", "1", "(50.0", "%)"]
    assert row(text, "alarms").endswith("0 of 1")


def test_a_missing_test_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(capsys, pair("a", FAST[:5], SLOW), pair("b", control=SLOW[:5]))
    assert row(text, "significant").split() == ["significant", "no", "result"]
    assert "no result: 1 of 2 tasks have no test" in row(text, "Wilcoxon p")
    assert row(text, "a ").endswith("a has 5 run(s); 30 are needed")
    assert row(text, "alarms").endswith("0 of 0")
    assert "None" not in text


def test_an_invalid_pair_says_why_and_foreign_words_are_no_markup(capsys: pytest.CaptureFixture[str]) -> None:
    reason = "fast side: runtime_error: ValueError: [/bold] [red]no[/red]\nmore"
    text = printed(capsys, invalid("a", Verdict.RUNTIME_ERROR, reason=reason), pair("b"))
    assert row(text, "a ").endswith("ValueError: [/bold] [red]no[/red]")
    missing = PairedFinding(reason="not taken: slow side: wrong_answer: [1] != [2]")
    text = printed(capsys, msgspec.structs.replace(pair("a"), paired=missing))
    assert "not taken: slow side: wrong_answer: [1] != [2]" in text


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [(1.0, 2.0, "separable, fast side faster"), (2.0, 1.0, "reversed, slow side faster"), (1.0, 1.0, "")],
)
def test_the_faster_side_is_named(capsys: pytest.CaptureFixture[str], a: float, b: float, why: str) -> None:
    samples = [Sample(10, a + 0.001 * number, b + 0.001 * number) for number in range(5)]
    text = printed(capsys, msgspec.structs.replace(pair("a"), growth=growth_report(samples)))
    assert (why in text) if why else ("side faster" not in text)
