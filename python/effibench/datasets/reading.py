"""Reading a benchmark's files: JSON, JSON lines and CSV, plain or compressed, record by record.

A malformed record is named by file, place and field. With `keep_going` it is noted and the rest is read; without, the
first one ends the loading.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from effibench.errors import DatasetError, TaskError
from effibench.units import printable

Shape = TypeVar("Shape")
Item = TypeVar("Item")
Made = TypeVar("Made")
_MAX_FIELD = 1 << 28
_SHOWN = 60
# A source or a value may also nest too deeply to be looked at.
_MALFORMED = (msgspec.ValidationError, DatasetError, TaskError, SyntaxError, ValueError, RecursionError)
_LFS_POINTER = b"version https://git-lfs.github.com/spec/"


class Place(NamedTuple):
    """Where a record is: a file, and a line number (JSON lines), row number (CSV), index or key in it."""

    file: Path
    record: str

    def __str__(self) -> str:
        return f"{printable(str(self.file))}, {self.record}" if self.record else printable(str(self.file))


class Reader:
    """Reads records and collects what is wrong with them.

    Args:
        keep_going: note malformed records in `malformed` instead of raising.
    """

    def __init__(self, *, keep_going: bool = False) -> None:
        self.keep_going = keep_going
        self.malformed: list[DatasetError] = []

    def records(self, path: Path, shape: type[Shape]) -> Iterator[tuple[Place, Shape]]:
        """All records of a file as structs of that shape.

        JSON may be a list of records, or an object that maps keys to records; of the latter the key is the place.

        Raises:
            DatasetError: the file cannot be read, or a record does not have the shape.
        """
        for place, value in self._values(path):
            converted = self.make(place, lambda value=value: shaped(value, shape))  # type: ignore[misc]
            if converted is not None:
                yield place, converted

    def make(self, place: Place, build: Callable[[], Made]) -> Made | None:
        """What `build` makes of a record; None if it failed and that was noted.

        Raises:
            DatasetError: `build` refused the record.
        """
        try:
            return build()
        except _MALFORMED as error:
            self.refuse(place, error)
            return None

    def each(
        self, found: Iterable[tuple[Place, Item]], build: Callable[[Place, Item], Made]
    ) -> Iterator[Made]:
        """What `build` makes of each item; those that it refuses are noted and left out.

        Raises:
            DatasetError: `build` refused one.
        """
        for place, item in found:
            made = self.make(place, partial(build, place, item))
            if made is not None:
                yield made

    def refuse(self, place: Place, error: Exception | str) -> None:
        """Notes a malformed record.

        Raises:
            DatasetError: this reader does not go on.
        """
        refused = DatasetError(f"{place}: {printable(str(error))}")
        if not self.keep_going:
            raise refused from (error if isinstance(error, Exception) else None)
        self.malformed.append(refused)

    def whole(self, path: Path, shape: type[Shape]) -> Shape:
        """A JSON file that is one value.

        Raises:
            DatasetError: it cannot be read or has another shape.
        """
        value = _document(path)
        try:
            return shaped(value, shape)
        except msgspec.ValidationError as error:
            raise DatasetError(f"{Place(path, '')}: {error}") from error

    def _values(self, path: Path) -> Iterator[tuple[Place, Any]]:
        suffixes = [suffix for suffix in path.suffixes if suffix != ".gz"]
        kind = suffixes[-1] if suffixes else ""
        if kind == ".csv":
            yield from self._rows(path)
        elif kind == ".jsonl":
            yield from self._lines(path)
        elif kind == ".json":
            yield from self._members(path)
        else:
            raise DatasetError(f"{Place(path, '')}: expected .json, .jsonl or .csv (also with .gz)")

    def _rows(self, path: Path) -> Iterator[tuple[Place, Any]]:
        csv.field_size_limit(_MAX_FIELD)
        try:
            text = read_bytes(path).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DatasetError(f"{Place(path, '')}: {error}") from error
        rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        try:
            for number, row in enumerate(rows, start=1):
                place = Place(path, f"row {number}")
                if None in row or None in row.values():
                    self.refuse(place, f"expected {len(rows.fieldnames or ())} columns")
                    continue
                yield place, row
        except csv.Error as error:
            # Which quotes open a field and which close one is unknown from here on.
            self.refuse(Place(path, f"line {rows.reader.line_num}"), f"{error}; nothing after it can be read")

    def _lines(self, path: Path) -> Iterator[tuple[Place, Any]]:
        for number, line in enumerate(read_bytes(path).split(b"\n"), start=1):
            if not line.strip():
                continue
            place = Place(path, f"line {number}")
            try:
                value = decoded_json(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.refuse(place, error)
                continue
            yield place, value

    def _members(self, path: Path) -> Iterator[tuple[Place, Any]]:
        value = _document(path)
        if isinstance(value, list):
            for index, member in enumerate(value):
                yield Place(path, f"record {index}"), member
        elif isinstance(value, dict):
            for index, (key, member) in enumerate(value.items()):
                yield keyed(path, index, key), member
        else:
            raise DatasetError(f"{Place(path, '')}: expected a list or an object of records")


def keyed(path: Path, index: int, key: str) -> Place:
    """The place of a record that has a key; with its number, because keys that are prompts begin alike."""
    return Place(path, f"record {index}, {key[:_SHOWN]!r}")


def shaped(value: Any, shape: type[Shape]) -> Shape:
    """A value out of JSON or CSV as a struct or container of that shape.

    Raises:
        msgspec.ValidationError: it has another one.
    """
    return msgspec.convert(value, shape, strict=False, str_keys=True)


def part(value: Any, shape: type[Shape], name: str) -> Shape:
    """One member of a file that is read whole, so that a malformed one harms the record that needs it and no other.

    Args:
        name: what to call it in messages.

    Raises:
        DatasetError: it has another shape.
    """
    try:
        return shaped(value, shape)
    except msgspec.ValidationError as error:
        raise DatasetError(f"{name}: {error}") from error


def _document(path: Path) -> Any:
    try:
        return decoded_json(read_bytes(path))
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DatasetError(f"{Place(path, '')}: {error}") from error


def decoded_json(data: bytes | str) -> Any:
    """A JSON value, also one as Python writes it: with NaN, Infinity or half a surrogate pair.

    Raises:
        msgspec.DecodeError: it is neither, or nested too deeply.
    """
    try:
        return msgspec.json.decode(data)
    except RecursionError as error:
        raise msgspec.DecodeError("JSON is nested too deeply") from error
    except msgspec.DecodeError:
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            pass  # the first error says more
        raise


def first_of(folder: Path, *names: str) -> Path:
    """The first of the files that is there, plain or compressed; the first name if none is."""
    candidates = [folder / f"{name}{suffix}" for name in names for suffix in ("", ".gz")]
    return next((path for path in candidates if path.is_file()), folder / names[0])


def read_bytes(path: Path) -> bytes:
    """The content of a file, decompressed if its name ends in .gz.

    Raises:
        DatasetError: it is missing or cannot be read, or only Git's pointer to it is there.
    """
    try:
        data = path.read_bytes()
        if data.startswith(_LFS_POINTER):
            raise DatasetError(
                f"{Place(path, '')} is a git-lfs pointer; get the file itself with: git lfs pull"
            )
        return gzip.decompress(data) if path.suffix == ".gz" else data
    except FileNotFoundError as error:
        raise DatasetError(f"{Place(path, '')} is missing") from error
    except (OSError, EOFError, zlib.error) as error:
        raise DatasetError(f"cannot read {Place(path, '')}: {error}") from error
