"""ENAMEL: inputs by level and seed as the benchmark makes them, its checker, and pairs of solutions."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest
from dataset_records import inputs, problems, run, verdict
from external_data import data_folder

from effibench.datasets.problem import Role
from effibench.datasets.registry import load
from effibench.datasets.templates.enamel_helpers import (
    miller_rabin,
    rand_parens,
    rand_primality,
    rand_probably_prime,
)
from effibench.errors import DatasetError

ROW = {
    "task_id": "HumanEval/2",
    "prompt": "def shift(n):\n    return n + 1\n\ndef largest(numbers, n):\n    # a bare signature",
    "input_generator": (
        "def generate_input(size: int, lid: int, cid: int):\n    import random\n"
        "    return [random.randint(0, 10**6) for _ in range(size)], shift(cid)\n"
    ),
    "input_levels": "10 50 400 600",
    "reference_solution": "    return max(numbers) + n\n",
    "checker": "def __check(input, answer, output):\n    return output == max(input[0]) + input[1] == answer\n",
    "entry_point": "largest",
}
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]


def write(folder: Path, **changes: str) -> None:
    with (folder / "enamel.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ROW)
        writer.writeheader()
        writer.writerow(ROW | changes)


def loaded(folder: Path, **changes: str) -> Any:
    write(folder, **changes)
    (problem,) = problems("enamel", folder)
    return problem


def test_levels_are_domains(tmp_path: Path) -> None:
    task = loaded(tmp_path).task
    assert task.domains == ("correctness-level-0", "stress-level-1", "stress-level-2", "stress-level-3")
    assert task.counts == dict(zip(task.domains, (8, 4, 4, 4), strict=True))
    assert not task.distinct
    assert task.limits.memory_bytes == 4 << 30


@pytest.mark.parametrize(("level", "size", "offset"), [(0, 10, 0), (1, 50, 8), (2, 400, 12), (3, 600, 16)])
def test_inputs_have_the_benchmarks_seeds(tmp_path: Path, level: int, size: int, offset: int) -> None:
    problem = loaded(tmp_path)
    made = inputs(problem, 4, problem.task.domains[level])
    for number, (values, shifted) in enumerate(made):
        draws = random.Random(998244353 ^ 2 ^ (offset + number))
        assert values == [draws.randint(0, 10**6) for _ in range(size)]
        assert shifted == number + 1


def test_another_first_seed_gives_other_inputs_of_the_same_kinds(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    usual, other = inputs(problem, 8), inputs(problem, 8, first=1042)
    assert [shifted for _, shifted in usual] == [shifted for _, shifted in other] == [*range(1, 9)]
    assert usual[0][0] != other[0][0]


def test_the_checker_sees_input_answer_and_output(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    given = inputs(problem, 1)[0]
    answer = run(problem.task.reference, "largest")(*given)
    assert verdict(problem, answer, answer, given)
    assert not verdict(problem, answer + 1, answer, given)
    assert not verdict(problem, answer, answer + 1, given)


def test_solutions_cannot_print(tmp_path: Path) -> None:
    prelude = loaded(tmp_path).task.prelude
    assert run(prelude, "print") is None
    assert run(prelude, "time").time() > 0


def test_pairs_need_the_files_of_canonical_solutions(tmp_path: Path) -> None:
    assert [solution.role for solution in loaded(tmp_path).solutions] == [Role.PERFORMANT]
    for name in ("humaneval", "humanevalplus"):
        programs = [["zero"], ["one"], [f"{name} two"]]
        (tmp_path / f"{name}-canonical.json").write_text(json.dumps(programs))
    made = loaded(tmp_path).solutions
    assert [(s.role, s.name) for s in made] == [
        (Role.CANONICAL, "humaneval"),
        (Role.CANONICAL, "humanevalplus"),
        (Role.PERFORMANT, "reference"),
    ]
    assert made[0].source == "humaneval two"
    (tmp_path / "humaneval-canonical.json").write_text(json.dumps([["zero"]]))
    with pytest.raises(DatasetError, match=r"row 1: humaneval-canonical\.json has no program for number 2"):
        problems("enamel", tmp_path)
    (tmp_path / "humaneval-canonical.json").write_text(json.dumps([["zero"], [1], [3]]))
    with pytest.raises(DatasetError, match=r"row 1: humaneval-canonical\.json: number 2: Expected `str`"):
        problems("enamel", tmp_path)


def test_facts_for_the_score(tmp_path: Path) -> None:
    problem = loaded(tmp_path)
    assert problem.facts == {
        "levels": (10, 50, 400, 600),
        "hardness": (0, 3, 3, 4),
        "alpha": 2.0,
        "repetitions": 6,
    }
    assert not problem.scored  # number 2 is one of 22
    assert loaded(tmp_path, task_id="HumanEval/3").scored


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"task_id": "Mbpp/2"}, "task_id: 'Mbpp/2'"),
        ({"input_levels": "1 2 3"}, "input_levels: '1 2 3': expected 4"),
        ({"input_levels": "1 2 3 x"}, "input_levels"),
        ({"input_generator": "x = 1"}, "input_generator: defines no function 'generate_input'"),
        ({"checker": "x ="}, "checker: invalid syntax"),
        ({"entry_point": "smallest"}, "defines no function 'smallest'"),
    ],
)
def test_a_malformed_row_is_named(tmp_path: Path, changes: dict[str, str], words: str) -> None:
    write(tmp_path, **changes)
    with pytest.raises(DatasetError, match=rf"enamel\.csv, row 1: .*{words}"):
        problems("enamel", tmp_path)


# --- helpers of the generators ---


@pytest.mark.parametrize("size", [0, 1, 2, 7, 100])
def test_parentheses_are_balanced(size: int) -> None:
    random.seed(size)
    text = rand_parens(size)
    assert isinstance(text, str)
    assert len(text) == size + size % 2
    depths = [text[: end + 1].count("(") - text[: end + 1].count(")") for end in range(len(text))]
    assert min(depths, default=0) >= 0
    assert not depths or depths[-1] == 0
    random.seed(size)
    groups = rand_parens(size, sep=None)
    assert isinstance(groups, list)
    assert "".join(groups) == text
    assert len(groups) == depths.count(0)


def test_broken_parentheses_close_too_early() -> None:
    random.seed(1)
    text = rand_parens(20, valid=False, par="<>")
    assert isinstance(text, str)
    depths = [text[: end + 1].count("<") - text[: end + 1].count(">") for end in range(len(text))]
    assert min(depths) == -1
    assert depths[-1] == 0


def test_primality() -> None:
    assert [number for number in range(49) if miller_rabin(number)] == PRIMES
    assert not miller_rabin(561)
    assert miller_rabin(2**61 - 1)
    assert not miller_rabin((2**31 - 1) * (2**61 - 1))


def test_random_primes_keep_their_bounds() -> None:
    random.seed(3)
    assert all(50 <= rand_probably_prime(100) <= 100 for _ in range(50))
    assert all(90 <= rand_probably_prime(90, 100) <= 180 for _ in range(50))
    assert {rand_probably_prime(1) for _ in range(50)} <= {2, 3}


def test_numbers_for_primality_take_turns() -> None:
    assert [rand_primality(9, 0, case) for case in range(4)] == [59 * 509, 561, 2, 125]
    random.seed(5)
    prime, square, product = (rand_primality(10**6, 1, case) for case in range(3))
    assert miller_rabin(prime)
    assert miller_rabin(int(square**0.5))
    assert not miller_rabin(square)
    assert not miller_rabin(product)
    assert any(product % factor == 0 for factor in range(500, 1002))


def test_a_seed_gives_what_the_benchmarks_own_helpers_give() -> None:
    random.seed(7)  # the values are theirs
    assert rand_parens(24) == "(()())()(())()()((()))()"
    assert rand_parens(9, valid=False) == "(()))(()()"
    assert rand_parens(10, sep=None) == ["()", "()", "()", "(())"]
    assert (rand_probably_prime(10**6), rand_probably_prime(50, 60)) == (719_749, 73)
    assert [rand_primality(10**6, 1, case) for case in range(3)] == [984_149, 734_449, 573_889]
    assert (miller_rabin(10**9 + 7), random.randint(0, 10**6)) == (True, 827_425)


@pytest.mark.external
def test_all_of_enamel() -> None:
    found = load("enamel", data_folder("enamel")).problems
    assert len(found) == 164
    assert sum(problem.scored for problem in found) == 142
    assert all([s.role for s in p.solutions] == [Role.CANONICAL] * 2 + [Role.PERFORMANT] for p in found)
    programs = json.loads((data_folder("enamel") / "enamel-references.json").read_text())
    assert [p.solutions[-1].source for p in found] == [program for (program,) in programs]
