"""Short ways to write rows of the long table."""

from __future__ import annotations

from typing import Any

from effibench.model import Verdict
from effibench.scoring.table import Costs, Row, Table

BAD = Verdict.WRONG_ANSWER


def row(task: str, model: str = "m", **fields: Any) -> Row:
    """A row; `time`, `memory` and the like become its costs, and a known `solution` has no model."""
    costs = {name: fields.pop(name) for name in (*Costs.__struct_fields__,) if name in fields}
    if fields.get("solution"):
        model = ""
    return Row(task=task, model=model, costs=Costs(**costs), **fields)


def table(*rows: Row, tasks: tuple[str, ...] = ()) -> Table:
    return Table(rows=rows, tasks=tasks)
