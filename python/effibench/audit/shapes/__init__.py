"""Inputs for measuring performance, made from a benchmark's own inputs without a language model.

The types of the arguments, and simple conditions on them, are learned from valid inputs; families of shapes then give
inputs of any size, and small changes let a search look for slow ones ("Rethinking Code Performance Benchmarks for LLMs"
leaves such guided generation to future work). Whether an input is valid is for a correct solution to confirm.
"""

from effibench.audit.shapes.conform import violations
from effibench.audit.shapes.generate import families, generate
from effibench.audit.shapes.infer import schema_of
from effibench.audit.shapes.mutate import mutate
from effibench.audit.shapes.patterns import Family
from effibench.audit.shapes.schema import InputTooLargeError, Schema, growable
from effibench.audit.shapes.sizes import MAX_BYTES, byte_size, input_size

__all__ = [
    "MAX_BYTES",
    "Family",
    "InputTooLargeError",
    "Schema",
    "byte_size",
    "families",
    "generate",
    "growable",
    "input_size",
    "mutate",
    "schema_of",
    "violations",
]
