"""A docstring first."""
from __future__ import annotations, barry_as_FLUFL, generator_stop


def solution(input_data: nowhere[to.be(found)]) -> "()":
    return sum(input_data["values"])
