"""`doctor --fix` and `--undo` on made-up machines: what is changed, how it is saved, and how it comes back."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from doctor_support import CPU, PAGES, by_name, grow, noisy_vm, quiet_server

from effibench.errors import UsageError
from effibench.timing.doctor import cpu, fix, frequency, kernel
from effibench.timing.doctor.fix import Change
from effibench.timing.doctor.rows import Machine, State, Tree, selected

COUNTERS = {"available": True, "reason": ""}
UNTUNED = {
    f"{CPU}/cpu0/cpufreq/energy_performance_preference": ("balance_performance", "performance"),
    f"{CPU}/cpu1/cpufreq/energy_performance_preference": ("balance_performance", "performance"),
    f"{CPU}/cpu0/cpufreq/scaling_governor": ("powersave", "performance"),
    f"{CPU}/cpu1/cpufreq/scaling_governor": ("powersave", "performance"),
    "/proc/sys/kernel/randomize_va_space": ("0", "2"),
    f"{PAGES}/enabled": ("always", "madvise"),
    f"{PAGES}/defrag": ("always", "madvise"),
    "/proc/sys/kernel/numa_balancing": ("1", "0"),
    "/proc/sys/vm/zone_reclaim_mode": ("1", "0"),
    "/proc/sys/kernel/nmi_watchdog": ("1", "0"),
    "/proc/irq/default_smp_affinity": ("3", "1"),
    "/proc/irq/30/smp_affinity_list": ("0-1", "0"),
    "/proc/irq/31/smp_affinity_list": ("1", "0"),
}


def contents(root: Path) -> dict[str, str]:
    """The setting in every file of a tree."""
    return {
        "/" + str(path.relative_to(root)): selected(path.read_text(encoding="utf-8"))
        for path in root.rglob("*")
        if path.is_file()
    }


def test_the_plan_of_an_untuned_machine(tmp_path: Path) -> None:
    before = contents(noisy_vm(tmp_path).tree.root)
    changes = fix.plan(noisy_vm(tmp_path))
    assert {change.path: (change.before, change.after) for change in changes} == UNTUNED
    assert [change.path for change in changes] == list(UNTUNED)  # in the order of writing
    assert contents(tmp_path) == before


def test_a_tuned_machine_needs_nothing(tmp_path: Path) -> None:
    machine = quiet_server(tmp_path)
    before = contents(tmp_path)
    assert fix.plan(machine) == []
    result = fix.fix(machine)
    assert (result.undo_file, result.outcomes, result.complete) == (None, (), True)
    assert contents(tmp_path) == before


def test_a_fix_mends_its_rows_and_nothing_else_and_undo_brings_all_back(tmp_path: Path) -> None:
    machine = noisy_vm(tmp_path)
    before = contents(tmp_path)

    def states() -> dict[str, State]:
        groups = (cpu.rows(machine), frequency.rows(machine), kernel.rows(machine, COUNTERS))
        return {row.name: row.state for rows in groups for row in rows}

    was = states()
    result = fix.fix(machine)
    assert result.complete
    assert {outcome.state for outcome in result.outcomes} == {"changed"}
    changed = {path: after for path, (_, after) in UNTUNED.items()}
    undo_file = Path(str(result.undo_file))
    assert undo_file == tmp_path / "var/lib/effibench/doctor-undo.json"
    saved = {fix.UNDO_FILE: contents(tmp_path)[fix.UNDO_FILE]}
    assert contents(tmp_path) == before | changed | saved
    mended = {
        change.row for change in (Change(**entry) for entry in json.loads(undo_file.read_bytes())["changes"])
    }
    assert {name for name in was if was[name] != states()[name]} == mended == {knob.row for knob in fix.KNOBS}
    assert {was[name] for name in mended} == {State.WARN}
    assert {states()[name] for name in mended} == {State.OK}
    assert fix.plan(machine) == []

    back = fix.undo(undo_file, Tree(tmp_path))
    assert [outcome.path for outcome in back.outcomes] == list(reversed(UNTUNED))
    assert {outcome.state for outcome in back.outcomes} == {"restored"}
    assert back.undo_file is None
    assert contents(tmp_path) == before
    assert states() == was


def test_the_old_values_are_on_disk_before_the_first_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = noisy_vm(tmp_path)
    before = contents(tmp_path)
    synced: list[int] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        synced.append(os.fstat(fd).st_ino)
        real(fd)

    def die(tree: Tree, change: Change) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(fix, "_apply", die)
    with pytest.raises(KeyboardInterrupt):
        fix.fix(machine)
    file = tmp_path / fix.UNDO_FILE.lstrip("/")
    assert synced == [file.stat().st_ino, file.parent.stat().st_ino]
    assert file.stat().st_mode & 0o777 == 0o600
    saved = {change["path"]: change["before"] for change in json.loads(file.read_bytes())["changes"]}
    assert saved == {path: old for path, (old, _) in UNTUNED.items()}
    result = fix.undo(file, Tree(tmp_path))
    assert {outcome.state for outcome in result.outcomes} == {"already"}
    assert not file.exists()
    assert contents(tmp_path) == before


def test_without_an_undo_file_nothing_is_changed(tmp_path: Path) -> None:
    machine = noisy_vm(tmp_path)
    grow(tmp_path, {"/var/lib/effibench": "a file where the folder should be"})
    before = contents(tmp_path)
    with pytest.raises(UsageError, match="nothing was changed"):
        fix.fix(machine)
    assert contents(tmp_path) == before


def test_an_undo_file_that_cannot_be_finished_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = noisy_vm(tmp_path)
    before = contents(tmp_path)

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match=r"nothing was changed: .*No space left"):
        fix.fix(machine)
    assert contents(tmp_path) == before


def test_a_second_fix_would_lose_the_first_ones_values(tmp_path: Path) -> None:
    machine = noisy_vm(tmp_path)
    fix.fix(machine)
    grow(tmp_path, {"/proc/sys/kernel/nmi_watchdog": "1"})
    before = contents(tmp_path)
    with pytest.raises(UsageError, match=r"effibench doctor --undo .*doctor-undo\.json"):
        fix.fix(machine)
    assert contents(tmp_path) == before


def test_undo_leaves_alone_what_changed_since(tmp_path: Path) -> None:
    file = Path(str(fix.fix(noisy_vm(tmp_path)).undo_file))
    grow(
        tmp_path,
        {
            f"{CPU}/cpu0/cpufreq/scaling_governor": "schedutil",
            "/proc/irq/31/smp_affinity_list": None,
            "/proc/sys/kernel/nmi_watchdog": "1",
        },
    )
    result = fix.undo(file, Tree(tmp_path))
    special = {outcome.path: outcome for outcome in result.outcomes if outcome.state != "restored"}
    assert {path: (outcome.state, outcome.reason) for path, outcome in special.items()} == {
        f"{CPU}/cpu0/cpufreq/scaling_governor": ("left", "it was set to schedutil by somebody else"),
        "/proc/irq/31/smp_affinity_list": ("left", "it is not there any more"),
        "/proc/sys/kernel/nmi_watchdog": ("already", ""),
    }
    assert not (tmp_path / "proc/irq/31/smp_affinity_list").exists()
    assert result.complete
    assert not file.exists()


def test_what_the_kernel_refuses_is_told_and_kept_for_undo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = noisy_vm(tmp_path)
    real = os.open

    def opened(path: Any, *rest: Any, **named: Any) -> int:
        if str(path).endswith("irq/31/smp_affinity_list"):
            raise OSError(5, "Input/output error")
        if str(path).endswith("nmi_watchdog"):
            return real("/dev/null", os.O_WRONLY)  # accepted and ignored
        return real(path, *rest, **named)

    monkeypatch.setattr(os, "open", opened)
    result = fix.fix(machine)
    assert not result.complete
    refused = {outcome.path: outcome.reason for outcome in result.outcomes if outcome.state == "refused"}
    assert refused == {
        "/proc/irq/31/smp_affinity_list": "Input/output error",
        "/proc/sys/kernel/nmi_watchdog": "the kernel made it 1",
    }
    # The rest was changed all the same, and the way back stays until it has been gone to its end.
    assert contents(tmp_path)["/proc/sys/vm/zone_reclaim_mode"] == "0"
    grow(tmp_path, {"/proc/irq/31/smp_affinity_list": "0"})
    back = fix.undo(Path(str(result.undo_file)), Tree(tmp_path))
    assert back.undo_file == result.undo_file
    assert Path(str(result.undo_file)).exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "No such file"),
        ("{", "not an undo file"),
        ('{"schema": 2, "changes": []}', "not an undo file"),
        ('{"schema": 1, "changes": [{"path": "/x"}]}', "not an undo file"),
    ],
)
def test_what_is_no_undo_file(tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "undo.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=words):
        fix.undo(file, Tree(tmp_path))


@pytest.mark.parametrize(
    "path",
    [
        "/etc/shadow",
        "/proc/irq/../sys/kernel/core_pattern",
        "/proc/sys/kernel/core_pattern",
        "proc/sys/kernel/nmi_watchdog",
        "/x/proc/sys/kernel/nmi_watchdog",
        "/proc/irq/1/2/smp_affinity_list",
        f"{CPU}/cpu0/../../scaling_governor",
    ],
)
def test_an_undo_file_reaches_no_other_file(tmp_path: Path, path: str) -> None:
    victim = tmp_path / path.lstrip("/")
    grow(tmp_path, {"/proc/irq/x": "", f"{CPU}/cpu0/x": ""})
    victim.parent.mkdir(parents=True, exist_ok=True)
    victim.write_text("b", encoding="utf-8")
    file = tmp_path / "undo.json"
    change = {"path": path, "row": "x", "before": "a", "after": "b"}
    file.write_text(json.dumps({"schema": 1, "changes": [change]}), encoding="utf-8")
    with pytest.raises(UsageError, match="no setting that --fix changes"):
        fix.undo(file, Tree(tmp_path))
    assert victim.read_text(encoding="utf-8") == "b"


def test_only_root_may(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def never(machine: Machine) -> list[Change]:
        raise AssertionError

    monkeypatch.setattr(fix, "plan", never)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(UsageError, match=r"--fix: only root .*1000"):
        fix.fix()
    with pytest.raises(UsageError, match=r"--undo: only root .*1000"):
        fix.undo(tmp_path / "absent.json")


def test_interrupts_that_can_go_nowhere_else_stay(tmp_path: Path) -> None:
    grow(
        tmp_path,
        {"/proc/irq/default_smp_affinity": "1", "/proc/irq/30/smp_affinity_list": "0", f"{CPU}/isolated": ""},
    )
    assert fix.plan(Machine.of(tmp_path, (0,))) == []


def test_the_default_of_interrupts_to_come_alone_is_no_reason_to_change_it(tmp_path: Path) -> None:
    grow(tmp_path, {"/proc/irq/default_smp_affinity": "3", "/proc/irq/30/smp_affinity_list": "0"})
    assert fix.plan(Machine.of(tmp_path, (0, 1))) == []


def test_a_setting_that_went_away_is_not_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "/proc/irq/30/smp_affinity_list"
    change = Change(path=path, row="interrupt affinity", before="0-1", after="0")
    (tmp_path / "proc/irq/30").mkdir(parents=True)
    monkeypatch.setattr(fix, "plan", lambda machine: [change])
    result = fix.fix(Machine.of(tmp_path, (0, 1)))
    assert [(outcome.state, outcome.now) for outcome in result.outcomes] == [("refused", None)]
    assert result.outcomes[0].reason == "No such file or directory"
    assert not (tmp_path / path.lstrip("/")).exists()


@pytest.mark.parametrize(
    ("mask", "without_last"),
    [
        ("3", "1"),
        ("0f", "0d"),
        ("ff,ffffffff", "ff,fffffffd"),
        ("00000000,00000003", "00000000,00000001"),
        ("2", None),
    ],
)
def test_a_mask_keeps_the_kernels_form(tmp_path: Path, mask: str, without_last: str | None) -> None:
    grow(tmp_path, {"/proc/irq/default_smp_affinity": mask, "/proc/irq/30/smp_affinity_list": "0-1"})
    planned = {change.path: change.after for change in fix.plan(Machine.of(tmp_path, (0, 1)))}
    assert planned.get("/proc/irq/default_smp_affinity") == without_last


def test_settings_of_cpus_that_are_not_ours_stay(tmp_path: Path) -> None:
    noisy_vm(tmp_path)
    changed = {change.path for change in fix.plan(Machine.of(tmp_path, (1,)))}
    assert f"{CPU}/cpu1/cpufreq/scaling_governor" in changed
    assert f"{CPU}/cpu0/cpufreq/scaling_governor" not in changed


def test_rows_name_their_command_where_fix_mends_them(tmp_path: Path) -> None:
    machine = noisy_vm(tmp_path)
    rows = by_name([*frequency.rows(machine), *kernel.rows(machine, COUNTERS)])
    for knob in fix.KNOBS:
        assert "sudo" in rows[knob.row].mend, knob
