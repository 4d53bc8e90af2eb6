"""Finding tasks and reading task folders.

A task is named by a bundled id (`numpy/pairwise-distance`) or by the path of a folder with a `task.toml`. Every
message about a folder names the file and the field that has to change.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

import msgspec

from effibench.errors import TaskError
from effibench.model import Limits
from effibench.tasks.task import Entry, ResultPolicy, Task

_PACKAGE = Path(__file__).resolve().parent.parent


_Positive = Annotated[float, msgspec.Meta(gt=0)]


class _Limits(msgspec.Struct, forbid_unknown_fields=True):
    seconds: _Positive = 5.0
    memory_mib: Annotated[int, msgspec.Meta(gt=0)] = 1024
    import_seconds: _Positive = 60.0


class _Run(msgspec.Struct, forbid_unknown_fields=True):
    cores: int = 1
    device: str = "cpu"
    isolation: str = "case"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    """The shape of task.toml."""

    id: str
    title: str
    library: str
    domains: list[str]
    counts: dict[str, int] = {}
    distinct: bool = True
    libraries: list[str] = []
    created: Any = ""
    taxonomy: str = ""
    difficulty: str = ""
    source: dict[str, Any] = {}
    entry: Entry = Entry()
    limits: _Limits = msgspec.field(default_factory=_Limits)
    run: _Run = msgspec.field(default_factory=_Run)
    result: ResultPolicy = ResultPolicy()


def bundled_root() -> Path:
    """The folder of the bundled tasks: inside the installed package, or beside it in a source checkout."""
    installed = _PACKAGE / "_tasks"
    return installed if installed.is_dir() else _PACKAGE.parent.parent / "tasks"


def list_tasks(root: Path | str | None = None) -> list[str]:
    """Returns the ids of the tasks below `root` (default: the bundled ones), sorted."""
    base = Path(root) if root is not None else bundled_root()
    return sorted(file.parent.relative_to(base).as_posix() for file in base.glob("**/task.toml"))


def find_task(name: str | Path) -> Path:
    """Returns the folder of a task given by id or path.

    Raises:
        TaskError: there is no such task; the message lists ids that come near.
    """
    folder = Path(name)
    if (folder / "task.toml").is_file():
        return folder
    bundled = bundled_root() / str(name)
    if (bundled / "task.toml").is_file():
        return bundled
    import difflib

    near = difflib.get_close_matches(str(name), list_tasks(), n=3, cutoff=0.4)
    hint = (
        f"; did you mean {' or '.join(near)}?" if near else "; `effibench tasks list` shows the bundled ones"
    )
    raise TaskError(f"no task {str(name)!r}: neither a bundled id nor a folder with a task.toml{hint}")


def load_task(name: str | Path | Task) -> Task:
    """Loads a task by bundled id or from a folder; a Task is returned as it is.

    Raises:
        TaskError: not found, or malformed; the message names the file and the field.
    """
    if isinstance(name, Task):
        return name
    folder = find_task(name)
    return _load(folder.resolve(), _state(folder))


def _state(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when a file of the folder is edited, added or removed."""
    files = [path for path in sorted(folder.rglob("*")) if path.suffix in {".toml", ".py", ".md"}]
    stats = [(str(path.relative_to(folder)), path.stat()) for path in files]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


@lru_cache(maxsize=256)
def _load(folder: Path, state: tuple[tuple[str, int, int], ...]) -> Task:
    toml = folder / "task.toml"
    try:
        with toml.open("rb") as stream:
            file = msgspec.convert(tomllib.load(stream), _File)
    except (OSError, ValueError) as error:  # ValueError: bad TOML, bad UTF-8, or a field that msgspec refuses
        raise TaskError(f"{toml}: {error}") from error
    try:
        return Task(
            id=file.id,
            reference=_read(folder / "reference.py"),
            inputs=_read(folder / "inputs.py"),
            validator=_read(folder / "validator.py", optional=True),
            prompt=_read(folder / "prompt.md", optional=True),
            domains=tuple(file.domains),
            counts=file.counts,
            distinct=file.distinct,
            prelude=_read(folder / "prelude.py", optional=True),
            title=file.title,
            library=file.library,
            libraries=tuple(file.libraries),
            entry=file.entry,
            limits=Limits(
                call_seconds=file.limits.seconds,
                memory_bytes=file.limits.memory_mib << 20,
                import_seconds=file.limits.import_seconds,
            ),
            result=file.result,
            cores=file.run.cores,
            device=file.run.device,
            isolation=file.run.isolation,
            created=str(file.created),
            taxonomy=file.taxonomy,
            difficulty=file.difficulty,
            source=file.source,
            spectrum=_solutions(folder / "spectrum"),
            wrong=_solutions(folder / "wrong"),
        )
    except TaskError as error:
        raise TaskError(f"{toml}: {error}") from error


def _read(path: Path, *, optional: bool = False) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if optional:
            return ""
        raise TaskError(f"{path} is missing") from error
    except (OSError, UnicodeDecodeError) as error:
        raise TaskError(f"cannot read {path}: {error}") from error


def _solutions(folder: Path) -> dict[str, str]:
    return {path.stem: _read(path) for path in sorted(folder.glob("*.py"))}
