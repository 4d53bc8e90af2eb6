"""What can be wrong with a value or its bytes."""


class CodecError(ValueError):
    """Base class: a value can't be encoded, or bytes can't be decoded."""


class UnsupportedType(CodecError):  # noqa: N818 - reads as the verdict it becomes
    """An object whose exact type has no encoding.

    Attributes:
        type_name: The type, with its module (``"pandas.core.groupby.generic.DataFrameGroupBy"``).
        path: Where in the value it sits (``'["x"][3]'``), empty for the value itself.
        reason: What is wrong, empty if the type simply isn't known.
    """

    def __init__(self, type_name: str, path: str = "", reason: str = "") -> None:
        self.type_name = type_name
        self.path = path
        self.reason = reason
        where = f" at {path}" if path else ""
        super().__init__(f"{type_name}{where} can't be encoded{': ' + reason if reason else ''}")


class ValueTooLarge(CodecError):  # noqa: N818
    """A value exceeds the cap on bytes, parts or depth (or contains itself)."""


class DecodeError(CodecError):
    """Bytes that no encoder has written, or that exceed a cap."""
