"""Schemas of all inputs of MBPP+, and inputs made from them."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from external_data import data_folder

from effibench.audit.shapes import Family, families, generate, growable, input_size, schema_of, violations
from effibench.audit.shapes.schema import sized

pytestmark = pytest.mark.external


def test_all_inputs_of_mbpp_plus() -> None:
    path = data_folder("coffe") / "mbpp" / "MbppPlus.jsonl"
    tasks, relations, made = 0, Counter[str](), Counter[Family]()
    cannot_grow = []
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        # A list that is empty comes as an empty object in some records.
        inputs = [*record["base_input"], *(record["plus_input"] or ())]
        schema = schema_of(inputs)
        tasks += 1
        assert all(not violations(arguments, schema) for arguments in inputs)
        relations.update(type(relation).__name__ for relation in schema.relations)
        if not growable(schema):
            cannot_grow.append(record["task_id"])
        for family in families(schema):
            arguments = generate(schema, family, 100, 1)
            assert violations(arguments, schema) == []
            if any(sized(shape) for shape in schema.arguments):
                assert input_size(arguments, schema) == 100
            made[family] += 1
    assert (tasks, cannot_grow) == (378, ["Mbpp/269"])  # that one takes a character
    assert made[Family.RANDOM] == 378
    assert min(made[family] for family in Family if "graph" not in family) > 75
    assert relations["SameLength"] >= 10
