"""The table attack → defence → test of SECURITY.md, from the tables of attacks.

    python tests/adversarial/security_table.py     rewrites the part between the markers

Each row names the tests as `folder/file`; `python -m pytest tests/adversarial -k "folder/file"` runs them.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from catalogue import Attack, attacks

BEGIN, END = "<!-- attacks -->", "<!-- /attacks -->"
SECURITY = Path(__file__).resolve().parent.parent.parent / "SECURITY.md"
NAMES: dict[int, str] = {
    int(number): name
    for number, name in msgspec.toml.decode(
        Path(__file__).with_name("names.toml").read_bytes(), type=dict[str, str]
    ).items()
}


def table() -> str:
    """The whole table: one row for each number of the catalogue, then one for each attack beyond it."""
    every = attacks()
    lines = ["| attack | defence | tests |", "|---|---|---|"]
    for number, name in sorted(NAMES.items()):
        mine = [attack for attack in every if number in attack.numbers]
        lines.append(row(f"{number}. {name}", mine))
    lines += [row(attack.title, [attack]) for attack in every if not attack.numbers]
    return "\n".join(lines)


def row(what: str, carried_out: list[Attack]) -> str:
    """One row; what several attacks have in common is said once."""
    said = [attack.defence for attack in carried_out]
    for attack in carried_out:
        if attack.known_hole:
            where = f" ({', '.join(attack.hole_in)})" if attack.hole_in else ""
            said.append(f"**open{where}**: {attack.known_hole}")
    defences = "; ".join(dict.fromkeys(said))
    tests = ", ".join(f"`{attack.id}`" for attack in carried_out)
    return f"| {what} | {defences} | {tests} |".replace("\n", " ")


def with_table(text: str) -> str:
    """SECURITY.md's text with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    assert after, f"SECURITY.md has no part between {BEGIN} and {END}"
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    SECURITY.write_text(with_table(SECURITY.read_text()))
