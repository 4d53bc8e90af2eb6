"""Values as bytes: how inputs and results travel between processes.

Exact types only, no pickle, no code, no shared references: see csrc/codec.hpp for the format.
"""

from effibench._core import decode, encode, encode_to_fd
from effibench.values.describe import describe
from effibench.values.errors import CodecError, DecodeError, UnsupportedType, ValueTooLarge
from effibench.values.lazy import is_lazy, materialise
from effibench.values.registry import preload

__all__ = [
    "CodecError",
    "DecodeError",
    "UnsupportedType",
    "ValueTooLarge",
    "decode",
    "describe",
    "encode",
    "encode_to_fd",
    "is_lazy",
    "materialise",
    "preload",
]
