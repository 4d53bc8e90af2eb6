"""The native core's layers: includes point only downwards, and only csrc/bind knows Python."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "csrc"
# A topic (a header with its sources) may include topics of lower rows, never of its own row or above.
LAYERS = (
    ("error", "fd"),
    ("clock", "stats", "procfs", "descriptors", "seccomp_calls", "crc32c"),
    (
        "affinity",
        "limits",
        "cgroup",
        "namespaces",
        "landlock",
        "seccomp",
        "caps",
        "usage",
        "counters",
        "gpu_sync",
    ),
    ("mounts", "lanes", "canary", "jitter"),
    ("wire", "codec", "sampler", "wait", "scratch", "reaper"),
    ("frame", "spawn"),
    ("child",),
    ("keeper",),
    ("zygote", "turns"),
)
RANK = {topic: rank for rank, layer in enumerate(LAYERS) for topic in layer}
# Sources without a header of their own, beside those that are named TOPIC_*.cpp.
PARTS = {"launch": "keeper"}
CORE = sorted([*ROOT.glob("*.hpp"), *ROOT.glob("*.cpp")])
OUTSIDE = sorted([*ROOT.glob("*/*.hpp"), *ROOT.glob("*/*.cpp")])


def includes(text: str) -> list[str]:
    """Everything a source includes, in quotes or angle brackets."""
    return re.findall(r'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]', text, flags=re.MULTILINE)


def topic(stem: str) -> str:
    """The topic a source file belongs to."""
    if stem in PARTS:
        return PARTS[stem]
    while stem not in RANK and "_" in stem:
        stem = stem.rpartition("_")[0]
    return stem


def problems(name: str, text: str) -> list[str]:
    """What a file of the core includes although it must not."""
    own = topic(Path(name).stem)
    if own not in RANK:
        return [f"{name} has no place in the layers"]
    found = []
    for included in includes(text):
        if included == "Python.h" or included.startswith("pybind11"):
            found.append(f"{name} includes {included}")
        elif included.endswith(".hpp") and (other := topic(Path(included).stem)) != own:
            if other not in RANK:
                found.append(f"{name} includes {included}, which is not in the core")
            elif RANK[other] >= RANK[own]:
                found.append(f"{name} includes {included}, which is not below it")
    return found


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_core_includes_only_what_lies_below(path: Path) -> None:
    assert problems(path.name, path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", OUTSIDE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_bind_and_launcher_include_the_core_and_themselves(path: Path) -> None:
    for included in includes(path.read_text(encoding="utf-8")):
        if included == "Python.h" or included.startswith("pybind11"):
            assert path.parent.name == "bind"
        elif included.endswith(".hpp"):
            places = [(folder / included).resolve() for folder in (ROOT, path.parent)]
            assert {place.parent for place in places if place.is_file()} & {ROOT, path.parent}, included


def test_every_topic_of_the_core_exists() -> None:
    headers = {path.stem for path in ROOT.glob("*.hpp")}
    assert headers - RANK.keys() == set()
    # Planned by the design, not there yet.
    assert RANK.keys() - headers <= {"stats"}


@pytest.mark.parametrize(
    ("name", "line", "complaint"),
    [
        ("frame.cpp", "#include <Python.h>", "includes Python.h"),
        ("frame.hpp", '#  include "pybind11/stl.h"', "includes pybind11"),
        ("clock.cpp", '#include "procfs.hpp"', "not below it"),
        ("frame.cpp", '\t#include "keeper.hpp"', "not below it"),
        ("cgroup_probe.cpp", '#include "launcher/options.hpp"', "not in the core"),
        ("novelty.cpp", "", "no place in the layers"),
    ],
)
def test_a_violation_is_found(name: str, line: str, complaint: str) -> None:
    found = problems(name, f"// comment\n{line}\n")
    assert len(found) == 1
    assert complaint in found[0]


def test_what_is_allowed_is_not_a_violation() -> None:
    text = '#include "keeper.hpp"\n#include <vector>\n#include "frame.hpp"\n'
    assert problems("launch.cpp", text) == []
    assert problems("keeper.cpp", '// #include "zygote.hpp" would be a cycle\n') == []
