"""What a child reports in words and numbers, as closed records, and how the host reads them.

A report comes from a process that foreign code may have taken over. So it is read as one of these types and as nothing
else: no field more, no other type, no longer text, and nothing is built that a field does not declare. What does not
fit is None, and what that means is the caller's to say: forged, if a candidate had a hand in it.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec

from effibench.units import printable

MAX_TEXT = 20_000
Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Failure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An exception in a source's import or call, or a result that cannot be encoded.

    Attributes:
        stage: `import`, `call`, `result`, or words of a trusted role.
        type: name of the exception's class.
        out_of_memory: the exception says that memory ran out.
        missing_entry: the source has no entry point.
    """

    stage: Text
    type: Text
    message: Text
    traceback: Text = ""
    out_of_memory: bool = False
    missing_entry: bool = False


class Decision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A validator's decision; `invalid`: the answer could not even be read."""

    ok: bool
    invalid: bool
    reason: Text


class Generated(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One input of a generator: whose it is, and its place in the result file."""

    domain: str
    seed: int
    offset: Count
    length: Count


class Corrupted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a validator made of corrupted answers: how many of each kind, and which it accepted."""

    tried: dict[str, int]
    accepted: list[str]


class Lines(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Line numbers of a solution."""

    executed: set[int]
    executable: set[int]


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How often one call ran each line of a solution; not `complete`: until it was cut off."""

    hits: dict[Count, Count]
    complete: bool


Report = TypeVar("Report", Failure, Decision, Generated, Corrupted, Lines, Profile)


def pack(report: msgspec.Struct) -> bytes:
    """The report as the payload of a frame."""
    return msgspec.msgpack.encode(report)


def unpack(payload: bytes, kind: type[Report]) -> Report | None:
    """Reads a report, its texts made printable; None if it is not of that kind."""
    try:
        report = msgspec.msgpack.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    texts = {
        name: printable(value)
        for name in report.__struct_fields__
        if type(value := getattr(report, name)) is str
    }
    return msgspec.structs.replace(report, **texts)


def text_of(value: object, limit: int = MAX_TEXT) -> str:
    """An exact and encodable text of at most `limit` characters, out of something that claims to be one.

    Raises:
        BaseException: whatever the object's own code raises.
    """
    exact = str.__str__(str(value))[:limit]
    return exact.encode("utf-8", "backslashreplace").decode("utf-8")[:limit]
