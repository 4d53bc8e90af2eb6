"""A folder that lies outside of every sandbox and that everybody may write to by its mode."""

from __future__ import annotations

import os
from pathlib import Path

FILE, PRIVATE = "the file of somebody else\n", "a secret of somebody else\n"


def lay_out(folder: str, owner: int = -1) -> None:
    """Fills the folder that attempts are told of."""
    place = Path(folder)
    place.mkdir()
    (place / "folder").mkdir()
    (place / "file").write_text(FILE)
    (place / "private").write_text(PRIVATE)
    for path, mode in ((place, 0o777), (place / "file", 0o666), (place / "private", 0o600)):
        path.chmod(mode)
        if owner >= 0:
            os.chown(path, owner, owner)


def state(folder: str) -> list[object]:
    """All that can be changed about a folder and its files, but for times of reading."""
    found: list[object] = []
    for path in sorted([Path(folder), *Path(folder).rglob("*")]):
        facts = path.lstat()
        found.append(
            (str(path), facts.st_mode, facts.st_uid, facts.st_gid, facts.st_mtime_ns, facts.st_ctime_ns)
        )
        found.append(os.listxattr(path, follow_symlinks=False))
        found.append(path.read_bytes() if path.is_file() else b"")
    return found
