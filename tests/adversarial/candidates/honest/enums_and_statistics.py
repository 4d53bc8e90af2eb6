import calendar
import difflib
import enum
import graphlib
import statistics
import string
import textwrap
import unicodedata
import uuid


class Parity(enum.Flag):
    EVEN = enum.auto()
    ODD = enum.auto()


def solution(input_data):
    values = input_data["values"]
    parts = {Parity.EVEN: 0, Parity.ODD: 0}
    for value in values:
        parts[Parity.ODD if value % 2 else Parity.EVEN] += value
    assert list(graphlib.TopologicalSorter({"a": {"b"}}).static_order()) == ["b", "a"]
    assert string.Template("$x").substitute(x=1) == "1" and textwrap.fill("a b", 1) == "a\nb"
    assert unicodedata.normalize("NFC", "é") == "é" and uuid.uuid4().version == 4 and calendar.isleap(2024)
    assert difflib.SequenceMatcher(None, "abc", "abd").ratio() > 0.5 and statistics.median(values) >= 0
    return sum(parts.values())
