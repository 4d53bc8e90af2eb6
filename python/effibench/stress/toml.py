"""Writing TOML: tables of plain values, one level of tables below the root, deeper ones inline."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def dumped(document: dict[str, Any]) -> str:
    """The document as TOML; tables come after plain values, as the format asks for.

    Raises:
        TypeError: a value has no form in TOML, such as None.
    """
    plain = [
        f"{_key(name)} = {_value(value)}" for name, value in document.items() if not isinstance(value, dict)
    ]
    lines = [*plain]
    for name, table in document.items():
        if isinstance(table, dict):
            lines += ["", f"[{_key(name)}]", *(f"{_key(key)} = {_value(one)}" for key, one in table.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _text(name)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(name)} = {_value(one)}" for name, one in value.items()) + "}"
    raise TypeError(f"{value!r} has no form in TOML")


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but for one character that only TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
