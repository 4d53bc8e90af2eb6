"""Files read record by record: what is said of a malformed one, and what is kept beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from effibench.datasets.reading import Place, Reader, decoded_json, keyed
from effibench.errors import DatasetError


class Named(msgspec.Struct):
    name: str


def names(reader: Reader, path: Path) -> list[str]:
    return [one.name for _, one in reader.records(path, Named)]


def test_a_stray_quote_is_named_with_its_line_and_rows_before_it_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text('name\none\n"two" or more\nthree\n')
    with pytest.raises(DatasetError, match=r"x\.csv, line 3: .*nothing after it can be read"):
        names(Reader(), path)
    reader = Reader(keep_going=True)
    assert names(reader, path) == ["one"]
    assert len(reader.malformed) == 1


def test_a_mark_of_byte_order_is_no_part_of_a_columns_name(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("\ufeffname\none\n", encoding="utf-8")
    assert names(Reader(), path) == ["one"]


def test_a_whole_file_may_be_as_python_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": "\\ud83d", "b": [Infinity]}')
    assert Reader().whole(path, dict[str, Any]) == {"a": "\ud83d", "b": [float("inf")]}
    path.write_text('{"1": {"name": "one"}}')
    assert Reader().whole(path, dict[int, Named])[1].name == "one"
    with pytest.raises(DatasetError, match=r"x\.json: Expected `array`"):
        Reader().whole(path, list[int])


def test_records_whose_keys_begin_alike_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    alike = "You are an expert Python programmer, and here is your task:\n"
    assert str(keyed(path, 7, alike + "Add.")) != str(keyed(path, 8, alike + "Subtract."))
    path.write_text('{"first": {"name": "one"}, "second": {}}')
    with pytest.raises(DatasetError, match=r"x\.json, record 1, 'second': .*`name`"):
        names(Reader(), path)


def test_what_nests_too_deeply_is_a_malformed_record(tmp_path: Path) -> None:
    deep = "[" * 200_000 + "]" * 200_000
    with pytest.raises(msgspec.DecodeError, match="nested too deeply"):
        decoded_json(deep)
    path = tmp_path / "x.jsonl"
    path.write_text(f'{deep}\n{{"name": "two"}}\n')
    reader = Reader(keep_going=True)
    assert names(reader, path) == ["two"]
    assert "x.jsonl, line 1: " in str(reader.malformed[0])

    def build() -> str:
        raise RecursionError("maximum recursion depth exceeded")

    assert reader.make(Place(path, "line 3"), build) is None
    assert "x.jsonl, line 3: maximum recursion depth" in str(reader.malformed[1])
