"""Every attack of the table, in every environment: the outcome it must have, the true time, and nothing left behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import security_table
from arenas import ENVIRONMENTS, Arena
from catalogue import CANDIDATES, Attack, attacks, folders, tasks_of
from runner import Job
from security_table import SECURITY, with_table
from users import library_paths

from effibench.model import Flag, Measurement, ProtocolName

ATTACKS = attacks()
# What a busy machine may add to an honest candidate, too.
CIRCUMSTANCES = {Flag.CONTENDED, Flag.MIGRATED, Flag.BELOW_RESOLUTION}
# The least share of the true time that must be reported; the rest is what else an honest process does.
TRUTH = 0.6


def tried() -> list[object]:
    return [
        pytest.param(
            attack,
            environment,
            id=f"{attack.id}-{environment}",
            marks=marks_of(attack, environment),
        )
        for environment in ENVIRONMENTS
        for attack in ATTACKS
        if not attack.environments or environment in attack.environments
    ]


def marks_of(attack: Attack, environment: str) -> list[pytest.MarkDecorator]:
    marks = []
    if attack.gpu:
        marks += [pytest.mark.gpu, pytest.mark.skipif(not has_gpu(), reason="no CUDA device")]
    if attack.known_hole and environment in (attack.hole_in or ENVIRONMENTS):
        # Not strict: whether a hole shows can depend on the file system, the installation and the load.
        marks.append(pytest.mark.xfail(reason=attack.known_hole, strict=False))
    return marks


def has_gpu() -> bool:
    return Path("/dev/nvidiactl").exists()


@pytest.mark.parametrize(("attack", "environment"), tried())
def test_attack(attack: Attack, environment: str, arena: Callable[[str], Arena]) -> None:
    answer = arena(environment).run(
        Job(source=attack.source, task=attack.task, folder=attack.folder, protocol=attack.protocol)
    )
    assert not answer.error, answer.error
    assert not answer.left, answer.left
    assert answer.measurement is not None
    check(attack, answer.measurement)


def check(attack: Attack, found: Measurement) -> None:
    assert found.verdict in attack.verdicts, f"{found.verdict}: {found.reason}"
    assert found.passed or found.reason
    assert len(found.reason) < 25_000
    assert found.passed or found.seconds is None
    if not found.passed:
        return
    flags = set(found.flags)
    assert set(attack.flags) <= flags, f"flags {sorted(flags)}"
    surplus = flags - {*attack.flags, *attack.may_flag, attack.flag_or_truth} - CIRCUMSTANCES
    assert not surplus, f"flags that nobody expects: {sorted(surplus)}"
    if attack.honest_time or (attack.flag_or_truth is not None and attack.flag_or_truth not in flags):
        check_time(found)


def check_time(found: Measurement) -> None:
    """The candidate did the reference's work, so the CPU time that the kernel charged its process is the truth.

    Under `paired` the two take turns, so that the ratio holds on a busy machine, too.
    """
    if found.protocol is ProtocolName.PAIRED:
        assert found.ratio is not None
        assert found.ratio >= TRUTH, f"{found.ratio:.2f} of the reference's time for the same work"
        return
    for case in found.cases:
        assert case.seconds is not None
        assert case.cpu_ns is not None
        reported_ns = 1e9 * case.seconds * len(case.samples)
        assert reported_ns >= TRUTH * case.cpu_ns, (
            f"{reported_ns:.0f} ns reported of {case.cpu_ns} ns CPU time"
        )


def lay_out_bait(home: Path) -> None:
    """What some attempts look for in a home or a checkout, so that there is something to be found on every machine."""
    task, history = home / "tasks" / "numpy" / "bait", home / ".git"
    task.mkdir(parents=True)
    (task / "reference.py").write_text("def solution(input_data):\n    return 0\n")
    history.mkdir()
    (history / "HEAD").write_text("ref: refs/heads/main\n")


@pytest.mark.parametrize(
    "attack",
    [attack for attack in ATTACKS if attack.control is True and attack.task.startswith("held")],
    ids=lambda attack: attack.id,
)
def test_it_gets_through_without_a_sandbox(attack: Attack, tmp_path: Path) -> None:
    """An attempt that fails everywhere proves nothing about the sandbox."""
    lay_out_bait(tmp_path)
    source = tmp_path / "candidate.py"
    source.write_text(attack.source)
    call = "import json, sys\nscope = {'__name__': 'candidate'}\n"
    call += "exec(compile(open(sys.argv[1]).read(), 'candidate', 'exec'), scope)\n"
    call += "found = [scope['solution']({'case': number}) for number in range(3)]\nprint(json.dumps(found))\n"
    done = subprocess.run(
        [sys.executable, "-c", call, str(source)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": library_paths()},
    )
    if done.returncode < 0:
        return  # it ended itself, or what it did ended it
    assert done.returncode == 0, done.stderr  # who raises has not got through
    assert set(json.loads(done.stdout)) != {"held"}, done.stdout


def test_every_file_is_in_the_table() -> None:
    for folder in folders():
        listed = Counter(attack.file for attack in ATTACKS if attack.folder == folder.name)
        there = {file.name for file in folder.glob("*.py")} - {"tasks.py"}
        assert not [file for file, times in listed.items() if times > 1], folder.name
        assert set(listed) == there, folder.name


def test_every_task_is_known() -> None:
    assert not [attack.id for attack in ATTACKS if attack.task not in tasks_of(attack.folder)]


def test_the_catalogue_is_complete() -> None:
    tried_numbers = {number for attack in ATTACKS for number in attack.numbers}
    assert tried_numbers <= set(security_table.NAMES)
    assert not sorted(set(security_table.NAMES) - tried_numbers)


def test_the_table_in_security_md_is_current() -> None:
    text = SECURITY.read_text()
    assert text == with_table(text), f"run: python {Path(security_table.__file__)}"


def test_there_are_as_many_as_promised() -> None:
    assert len(ATTACKS) >= 150
    assert len({attack.source for attack in ATTACKS}) == len(ATTACKS), "two files are the same"
    assert CANDIDATES.is_dir()
