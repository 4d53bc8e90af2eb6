"""Every forbidden thing is tried in every environment and must be refused with the errno or signal of its table.

A row that promises something only where some protection is on says so (`needs`); elsewhere nothing is claimed. The
tables are `attempts/`. Outside of the sandbox the same attempts, by root, must come to something else.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from arenas import Arena
from attempting import TABLES, active, in_sandbox, outside_of_sandbox, table
from environments import ALL
from outside import lay_out, state
from users import NOBODY

from effibench.model import Verdict

DEADLY = ("kernel", "DEADLY")
# Started by root, and given no users of their own, children are user 0, though without any right.
# To signal one's own children takes something that keeps signals from everybody else; the test below says which.
UNPROMISED = {"user 0", "signal an own child"}


@functools.cache
def rows(name: str, variable: str = "TABLE") -> dict[str, object]:
    found = getattr(table(name), variable)
    named = {row.name: row for row in found}
    unnamed = [f"{row.name} {number}" for number, row in enumerate(found) if named[row.name] is not row]
    assert not unnamed, f"two rows of one name: {unnamed}"
    return named


@pytest.fixture
def outside(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Makes the folder that attempts are told of, as the environment's user would have it."""

    def make(environment: str) -> str:
        import tempfile

        parent = Path(tempfile.mkdtemp(prefix="effibench-outside-"))
        made.append(parent)
        parent.chmod(0o755)
        ordinary = ALL[environment].ordinary_user and os.geteuid() == 0
        lay_out(str(parent / "outside"), NOBODY if ordinary else -1)
        return str(parent / "outside")

    made: list[Path] = []
    yield make
    import shutil

    for parent in made:
        shutil.rmtree(parent, ignore_errors=True)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("environment", ALL)
def test_it_is_refused(
    environment: str, name: str, arena: Callable[[str], Arena], outside: Callable[[str], str]
) -> None:
    wanted, folder = rows(name), outside(environment)
    before = state(folder)
    found = in_sandbox(arena(environment), name, "TABLE", list(wanted), folder, TABLES[name])
    measured = found.measurement
    assert measured.verdict is Verdict.PASS, f"{measured.verdict}: {measured.reason}"
    assert found.outcomes.keys() == wanted.keys()
    here = active(measured.protections, measured.level, ordinary_user=ALL[environment].ordinary_user)
    promised = [row for row in wanted.values() if not row.needs or here & set(row.needs)]
    wrong = {
        row.name: found.outcomes[row.name] for row in promised if found.outcomes[row.name] not in row.refused
    }
    assert not wrong, f"refused wrongly or not at all: {wrong}"
    unpromised = wanted.keys() - {row.name for row in promised}
    assert measured.level != "standard" or unpromised <= UNPROMISED
    if not unpromised:
        assert state(folder) == before


@pytest.mark.parametrize("abi", range(1, 8))
def test_signals_are_kept_in_by_landlock_or_else_refused(
    abi: int, arena: Callable[[str], Arena], outside: Callable[[str], str]
) -> None:
    environment, name, row = f"landlock-{abi}", "subprocesses", "signal an own child"
    found = in_sandbox(arena(environment), name, "TABLE", [row], outside(environment), TABLES[name])
    assert found.outcomes == {row: "through" if abi >= 6 else "EPERM"}


@pytest.mark.parametrize("attempt", rows(*DEADLY))
@pytest.mark.parametrize("environment", ALL)
def test_it_ends_the_process(
    environment: str, attempt: str, arena: Callable[[str], Arena], outside: Callable[[str], str]
) -> None:
    found = in_sandbox(arena(environment), *DEADLY, [attempt], outside(environment))
    assert not found.outcomes
    assert found.signal, f"{found.measurement.verdict}: {found.measurement.reason}"
    assert rows(*DEADLY)[attempt].refused[0] in found.signal


@pytest.mark.root
@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root may do outside of the sandbox what is refused inside"
)
@pytest.mark.parametrize(("name", "variable"), [*((name, "TABLE") for name in TABLES), DEADLY])
def test_it_is_real(name: str, variable: str, tmp_path: Path) -> None:
    """What fails everywhere proves nothing about the sandbox."""
    wanted = {row.name: row for row in rows(name, variable).values() if not isinstance(row.outside, str)}
    found = outside_of_sandbox(name, variable, list(wanted), tmp_path)
    wrong = {
        row.name: found.get(row.name) for row in wanted.values() if found.get(row.name) not in row.outside
    }
    assert not wrong, f"outside of the sandbox these come to something else than the table says: {wrong}"
