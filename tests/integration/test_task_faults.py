"""Tasks whose generator, reference, validator or library is broken: named as the task's fault, never a verdict."""

from __future__ import annotations

import pytest
from benches import ADD_UP, add_up

from effibench.errors import HostError, TaskError
from effibench.tasks.task import LiteralCase, Task
from effibench.timing.native import NativeExecutor
from effibench.timing.session import Session

BROKEN = {
    "inputs do not compile": ({"inputs": "def input_generator(:\n"}, r"inputs\.py \(import\): SyntaxError"),
    "no generator": ({"inputs": "x = 1\n"}, r"inputs\.py defines no input_generator"),
    "generator raises": (
        {"inputs": "def input_generator(seed, domain):\n    raise ValueError('no')\n"},
        r"inputs\.py \(domain 'correctness-small', seed 42\): ValueError: no",
    ),
    "generator ends its process": (
        {"inputs": "import os\ndef input_generator(seed, domain):\n    os._exit(3)\n"},
        r"inputs\.py: the generator process left with exit status 3",
    ),
    "generator is random": (
        {"inputs": "import os\ndef input_generator(seed, domain):\n    return os.urandom(8)\n"},
        r"two different inputs for one seed",
    ),
    "generator returns an object": (
        {"inputs": "def input_generator(seed, domain):\n    return object()\n"},
        r"inputs\.py .*object",
    ),
    "generator prints endlessly": (
        {
            "inputs": "def input_generator(seed, domain):\n    while True:\n        print('x' * 10**6, flush=True)\n"
        },
        r"inputs\.py",
    ),
    "reference does not compile": (
        {"reference": "def solution(:\n"},
        r"reference\.py on .* runtime_error: SyntaxError",
    ),
    "reference raises": (
        {"reference": "def solution(d):\n    raise ValueError('no')\n"},
        r"reference\.py .* ValueError: no",
    ),
    "reference hangs": (
        {"reference": "def solution(d):\n    while True: pass\n"},
        r"reference\.py .* time_limit",
    ),
    "reference dies": (
        {"reference": "import os\ndef solution(d):\n    os.abort()\n"},
        r"reference\.py .*SIGABRT",
    ),
    "validator does not compile": (
        {"validator": "def output_validator(:\n"},
        r"validator\.py cannot be loaded: SyntaxError",
    ),
    "no validator": ({"validator": "x = 1\n"}, r"validator\.py defines no output_validator"),
    "validator refuses the reference": (
        {"validator": "def output_validator(pred, ref):\n    return False, 'never'\n"},
        r"wrong_answer by the task's own validator: never",
    ),
    "validator raises": (
        {"validator": "def output_validator(pred, ref):\n    raise KeyError('no')\n"},
        r"by the task's own validator: KeyError: 'no'",
    ),
    "validator dies": (
        {"validator": "import os\ndef output_validator(pred, ref):\n    os._exit(0)\n"},
        r"the validator cannot cope",
    ),
    "library is missing": (
        {"libraries": ("no_such_library",)},
        r"cannot import 'no_such_library' \(task field `libraries`\)",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_task(session: Session, name: str) -> None:
    changes, message = BROKEN[name]
    sound = {
        "inputs": "def input_generator(seed, domain):\n    return seed\n",
        "reference": "def solution(d):\n    return d\n",
        "domains": ("correctness-small",),
    }
    task = Task.make(
        "test/broken", limits=add_up(limits={"call_seconds": 0.5}).limits, **{**sound, **changes}
    )  # type: ignore[arg-type]
    assert isinstance(session.executor, NativeExecutor)
    with pytest.raises((TaskError, HostError), match=message) as caught:
        session.time("def solution(d):\n    return d\n", task)
    assert isinstance(caught.value, HostError if "library" in name else TaskError)
    assert session.time(ADD_UP, add_up()).passed


def test_expected_value_that_the_reference_contradicts(session: Session) -> None:
    task = Task.make(
        "test/contradiction", reference=ADD_UP, cases=[LiteralCase(input={"values": [1, 2]}, expected=4)]
    )
    with pytest.raises(TaskError, match=r"reference\.py on correctness, seed 0: wrong_answer"):
        session.time(ADD_UP, task)
