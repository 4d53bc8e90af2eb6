"""The file an audit goes on from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from audit_records import pair

from effibench.audit.journal import Journal
from effibench.audit.record import AuditSettings
from effibench.errors import DatasetError, HostError, UsageError


def test_findings_are_there_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, "enamel", AuditSettings()) as journal:
        journal.add(pair("a"))
        journal.add(pair("b"))
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert journal.done == {"a": pair("a"), "b": pair("b")}
        journal.add(pair("c"))
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert set(journal.done) == {"a", "b", "c"}


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, "enamel", AuditSettings()) as journal:
        journal.add(pair("a"))
        journal.add(pair("b"))
    os.truncate(path, path.stat().st_size - 5)
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert set(journal.done) == {"a"}
        journal.add(pair("b"))
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert journal.done == {"a": pair("a"), "b": pair("b")}


@pytest.mark.parametrize(
    ("name", "settings"), [("coffe", AuditSettings()), ("enamel", AuditSettings(alpha=0.01))]
)
def test_another_audit_does_not_mix_in(tmp_path: Path, name: str, settings: AuditSettings) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, "enamel", AuditSettings()) as journal:
        journal.add(pair("a"))
    before = path.read_bytes()
    with pytest.raises(UsageError, match="begun for 'enamel' with other settings"):
        Journal(path, name, settings)
    assert path.read_bytes() == before


def test_a_foreign_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine\n")
    with pytest.raises(UsageError, match=r"notes.txt \(flag --journal\) is not the journal"):
        Journal(path, "enamel", AuditSettings())
    assert path.read_text() == "mine\n"


def test_an_empty_file_is_a_new_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.touch()  # as by mktemp, or by a session that was killed before its first line
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert journal.done == {}
        journal.add(pair("a"))
    with Journal(path, "enamel", AuditSettings()) as journal:
        assert journal.done == {"a": pair("a")}


def test_a_file_of_half_a_line_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    with pytest.raises(UsageError, match=r"notes.txt \(flag --journal\) is not the journal"):
        Journal(path, "enamel", AuditSettings())
    assert path.read_text() == "mine"


def test_a_full_disk_is_a_failure_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with Journal(tmp_path / "journal.jsonl", "enamel", AuditSettings()) as journal:
        monkeypatch.setattr("effibench.audit.journal.os.fsync", full)
        with pytest.raises(HostError, match=r"cannot write the journal .*--journal.*No space left"):
            journal.add(pair("a"))


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="cannot use the journal"):
        Journal(tmp_path, "enamel", AuditSettings())
    with pytest.raises(DatasetError, match="cannot use the journal"):
        Journal(tmp_path / "missing" / "journal.jsonl", "enamel", AuditSettings())
