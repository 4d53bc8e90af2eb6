"""The records: what they derive, and that JSON and frames lose nothing."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from effibench.model import (
    FLAG_MEANING,
    SCHEMA_VERSION,
    CaseResult,
    Flag,
    Host,
    Limits,
    Measurement,
    Protection,
    ProtocolName,
    Sample,
    Verdict,
)


def sample(wall_ns: int, **changes: Any) -> Sample:
    fields: dict[str, Any] = {
        "wall_ns": wall_ns,
        "raw_wall_ns": wall_ns + 40,
        "thread_cpu_ns": wall_ns,
        "process_cpu_ns": wall_ns,
        "minor_faults": 1,
        "major_faults": 0,
        "voluntary_switches": 0,
        "involuntary_switches": 2,
        "cpu_before": 3,
        "cpu_after": 3,
    }
    return Sample(**(fields | changes))


def measurement(**changes: Any) -> Measurement:
    case = CaseResult(
        domain="stress-large",
        seed=42,
        verdict=Verdict.PASS,
        seconds=0.002,
        samples=(sample(5, warmup=True), sample(2_000_000, gc_collections=1)),
        import_ns=1,
        flags=(Flag.INPUT_MUTATED,),
        stdout="ü\0\x1b",
    )
    fields: dict[str, Any] = {
        "task": "numpy/x",
        "task_digest": "aa",
        "candidate": "fast.py",
        "candidate_digest": "bb",
        "protocol": ProtocolName.PAPER,
        "verdict": Verdict.PASS,
        "seconds": 0.002,
        "reference_seconds": 0.004,
        "cases": (case,),
        "cases_total": 1,
        "flags": (Flag.INPUT_MUTATED,),
        "level": "strong",
        "protections": (Protection(name="seccomp", state="on"),),
        "host": Host(
            node="n",
            cpu="c",
            cpus=2,
            kernel="k",
            python="p",
            effibench="0",
            lane=(1,),
            libraries={"numpy": "2.0"},
        ),
    }
    return Measurement(**(fields | changes))


def test_json_holds_everything() -> None:
    record = measurement(cases=())
    assert Measurement.from_json(record.to_json()) == record
    assert Measurement.from_json(record.to_json(indent=2)) == record
    parsed = json.loads(record.to_json())
    assert parsed["schema"] == SCHEMA_VERSION
    assert parsed["verdict"] == "pass"
    assert parsed["protocol"] == "paper"
    assert parsed["spread"] is None
    assert "\n" in record.to_json(indent=2)
    assert "\n" not in record.to_json()


def test_samples_and_text_survive_json() -> None:
    record = measurement()
    back = Measurement.from_json(record.to_json())
    assert back.cases[0].samples == record.cases[0].samples
    assert back.cases[0].flags == (Flag.INPUT_MUTATED,)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"verdict": "fine"}', b"\xff"])
def test_other_json_is_refused(text: str | bytes) -> None:
    with pytest.raises((msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError)):
        Measurement.from_json(text)


def test_a_changed_field_name_is_refused() -> None:
    text = measurement(cases=()).to_json().replace('"verdict":"pass"', '"verdict":"good"')
    with pytest.raises(msgspec.ValidationError, match="verdict"):
        Measurement.from_json(text)


@pytest.mark.parametrize(
    ("seconds", "reference", "ratio"),
    [(0.002, 0.004, 0.5), (None, 0.004, None), (0.002, None, None), (0.002, 0.0, None), (0.0, 0.1, 0.0)],
)
def test_ratio(seconds: float | None, reference: float | None, ratio: float | None) -> None:
    assert measurement(seconds=seconds, reference_seconds=reference).ratio == ratio


@pytest.mark.parametrize("verdict", Verdict)
def test_only_pass_has_passed(verdict: Verdict) -> None:
    assert measurement(verdict=verdict).passed is (verdict.value == "pass")


def test_a_frame_has_one_row_per_call() -> None:
    pd = pytest.importorskip("pandas")
    frame = measurement().to_frame()
    assert list(frame["call"]) == [0, 1]
    assert list(frame["wall_ns"]) == [5, 2_000_000]
    assert list(frame["warmup"]) == [True, False]
    assert set(frame["domain"]) == {"stress-large"}
    assert set(frame["verdict"]) == {"pass"}
    assert pd.isna(frame["gc_collections"][0])
    assert [*Sample.__struct_fields__] == list(frame.columns[5:])


def test_a_frame_without_calls_has_the_same_columns() -> None:
    pytest.importorskip("pandas")
    assert list(measurement(cases=()).to_frame().columns) == list(measurement().to_frame().columns)


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        measurement().seconds = 0.0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Limits().memory_bytes = 0  # type: ignore[misc]


def test_every_flag_is_explained() -> None:
    assert set(FLAG_MEANING) == set(Flag)


def test_an_unknown_limit_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `seconds`"):
        msgspec.convert({"seconds": 1.0}, Limits)
