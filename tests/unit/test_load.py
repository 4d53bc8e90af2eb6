"""Finding and reading task folders: every message names the file and the field that has to change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from effibench.errors import TaskError
from effibench.tasks.load import bundled_root, find_task, list_tasks, load_task

TOML = """id = "mine/sum"
title = "Sum"
library = "none"
libraries = ["math"]
domains = ["stress-large", "correctness-small"]
created = 2026-11-30
[limits]
seconds = 2.5
memory_mib = 64
[run]
cores = 1
[result]
order = "any"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "sum"
    (made / "spectrum").mkdir(parents=True)
    (made / "wrong").mkdir()
    for name, text in {
        "task.toml": TOML,
        "inputs.py": "def input_generator(seed, input_domain):\n    return [seed]\n",
        "reference.py": "solution = sum\n",
        "spectrum/fast.py": "solution = sum\n",
        "spectrum/slow.py": "def solution(x):\n    return sum(x)\n",
        "wrong/zero.py": "def solution(x):\n    return 0\n",
    }.items():
        (made / name).write_text(text, encoding="utf-8")
    return made


def write(folder: Path, old: str, new: str) -> None:
    toml = folder / "task.toml"
    text = toml.read_text(encoding="utf-8")
    assert old in text
    toml.write_text(text.replace(old, new), encoding="utf-8")


def test_a_folder_becomes_a_task(folder: Path) -> None:
    task = load_task(folder)
    assert task == load_task(str(folder))
    assert task.id == "mine/sum"
    assert task.created == "2026-11-30"
    assert task.limits.call_seconds == 2.5
    assert task.limits.memory_bytes == 64 << 20
    assert task.result.order == "any"
    assert task.libraries == ("math",)
    assert task.validator == ""
    assert task.prompt == ""
    assert task.reference == "solution = sum\n"
    assert list(task.spectrum) == ["fast", "slow"]
    assert list(task.wrong) == ["zero"]


def test_a_task_is_itself(folder: Path) -> None:
    task = load_task(folder)
    assert load_task(task) is task


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('title = "Sum"\n', "", r"missing required field `title`"),
        ('id = "mine/sum"', "id = 3", r"Expected `str`, got `int` - at `\$\.id`"),
        ('library = "none"', 'libary = "none"', "missing required field `library`|unknown field `libary`"),
        ('library = "none"', 'library = "none"\nspeed = 1', "unknown field `speed`"),
        ("cores = 1", "core = 1", r"unknown field `core` - at `\$\.run`"),
        ("cores = 1", "cores = 0", r"run\.cores = 0"),
        ("cores = 1", 'cores = "2"', r"got `str` - at `\$\.run\.cores`"),
        ("cores = 1", 'isolation = "none"', r"run\.isolation = 'none': expected case or candidate"),
        ("cores = 1", 'device = "gpu"', r"run\.device = 'gpu': expected cpu or cuda"),
        ('"stress-large"', '"large"', "domains has 'large'"),
        ('["stress-large", "correctness-small"]', "[]", "domains"),
        ("seconds = 2.5", "seconds = 0.0", r">\s*0\.0 - at `\$\.limits\.seconds`"),
        ("seconds = 2.5", "minutes = 2", r"unknown field `minutes` - at `\$\.limits`"),
        ("memory_mib = 64", "memory_mib = -1", r"at `\$\.limits\.memory_mib`"),
        ('order = "any"', 'order = "sorted"', r"result\.order = 'sorted': expected one of exact, any"),
        ('order = "any"', 'sort = "any"', r"unknown field `sort` - at `\$\.result`"),
        ("[run]", "[run", r"line \d+"),
        ("[run]", '[entry]\nkind = "main"\n[run]', r"'main' - at `\$\.entry\.kind`"),
    ],
)
def test_a_bad_field_is_named_with_its_file(folder: Path, old: str, new: str, words: str) -> None:
    write(folder, old, new)
    with pytest.raises(TaskError, match=rf"sum/task\.toml: .*({words})"):
        load_task(folder)


def test_a_file_that_is_not_text_is_named(folder: Path) -> None:
    (folder / "task.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(TaskError, match=r"sum/task\.toml: .*utf-8"):
        load_task(folder)


@pytest.mark.parametrize("name", ["inputs.py", "reference.py"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(TaskError, match=rf"sum/{name} is missing"):
        load_task(folder)


def test_an_unreadable_source_is_named(folder: Path) -> None:
    (folder / "wrong" / "zero.py").write_bytes(b"\xff")
    with pytest.raises(TaskError, match=r"cannot read .*wrong/zero\.py"):
        load_task(folder)


def test_an_empty_generator_is_named(folder: Path) -> None:
    (folder / "inputs.py").write_text("", encoding="utf-8")
    with pytest.raises(TaskError, match=r"sum/task\.toml: .*inputs"):
        load_task(folder)


def test_a_folder_is_read_once_and_again_when_it_changes(folder: Path) -> None:
    task = load_task(folder)
    assert load_task(folder) is task
    (folder / "reference.py").write_text("solution = max  # changed\n", encoding="utf-8")
    changed = load_task(folder)
    assert changed.reference == "solution = max  # changed\n"
    assert changed.digest != task.digest
    (folder / "spectrum" / "slow.py").unlink()
    assert list(load_task(folder).spectrum) == ["fast"]
    (folder / "validator.py").write_text("def output_validator(a, b):\n    return True\n", encoding="utf-8")
    assert load_task(folder).digest != changed.digest


def test_an_edit_that_keeps_the_newest_time_is_seen(folder: Path) -> None:
    load_task(folder)
    edited = folder / "reference.py"
    before = edited.stat()
    os.utime(folder / "inputs.py", ns=(before.st_atime_ns, before.st_mtime_ns + 10**12))
    load_task(folder)
    edited.write_text("solution = min  # changed\n", encoding="utf-8")
    assert load_task(folder).reference == "solution = min  # changed\n"


@pytest.mark.parametrize("name", ["numpy/pairwise-distances", "numpy/pairwisedistance", "pairwise-distance"])
def test_near_misses_are_suggested(name: str) -> None:
    with pytest.raises(TaskError, match=rf"no task '{name}'.*did you mean .*numpy/pairwise-distance\b"):
        load_task(name)


def test_an_id_is_found_in_the_bundled_root() -> None:
    assert find_task("numpy/pairwise-distance") == bundled_root() / "numpy/pairwise-distance"


def test_a_name_like_no_other_gets_the_command_that_lists() -> None:
    with pytest.raises(TaskError, match=r"no task 'zzzzzzzz'.*effibench tasks list"):
        load_task("zzzzzzzz")


def test_a_folder_without_a_task_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="neither a bundled id nor a folder"):
        load_task(tmp_path)


def test_bundled_ids_are_listed_sorted_and_load() -> None:
    names = list_tasks()
    assert names == sorted(names)
    assert "numpy/pairwise-distance" in names
    assert load_task("numpy/pairwise-distance").id == "numpy/pairwise-distance"


def test_another_root_is_listed(folder: Path) -> None:
    assert list_tasks(folder.parent) == ["sum"]
    assert list_tasks(str(folder / "wrong")) == []


def test_counts_distinct_and_a_prelude_are_optional_parts(folder: Path) -> None:
    plain = load_task(folder)
    assert (plain.counts, plain.distinct, plain.prelude) == ({}, True, "")
    write(folder, "[limits]", "distinct = false\ncounts = {stress-large = 7}\n[limits]")
    (folder / "prelude.py").write_text("import math\n", encoding="utf-8")
    task = load_task(folder)
    assert (task.counts, task.distinct, task.prelude) == ({"stress-large": 7}, False, "import math\n")
    write(folder, "stress-large = 7", "stress-large = 0")
    with pytest.raises(TaskError, match="stress-large"):
        load_task(folder)
