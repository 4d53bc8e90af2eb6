"""The roles whose processes never run a candidate: generator, judge, canary, and the probe of the set-up."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from effibench import _core, values
from effibench.timing import wire
from effibench.timing.reports import Decision, Failure, Generated, pack, text_of
from effibench.timing.worker_io import (
    Validator,
    expect,
    load_function,
    load_validator,
    mapped,
    send_failure,
    write_all,
)
from effibench.values.errors import CodecError


def serve_generator() -> None:
    """Builds inputs domain by domain and checks once per domain that the generator is deterministic."""
    config, result_fd = expect(wire.CONFIGURE)
    try:
        generate = load_function(config["source"], "input_generator", "inputs.py")
    except BaseException as error:
        send_failure("import", error)
        return
    offset = 0
    distinct = config["distinct"]
    for domain, count in config["domains"].items():
        seen: set[bytes] = set()
        made = 0
        for seed in range(config["base_seed"], config["base_seed"] + (10 * count if distinct else count)):
            if made == count:
                break
            try:
                encoded = values.encode(_generate(generate, seed, domain))
                repeatable = bool(made) or values.encode(_generate(generate, seed, domain)) == encoded
            except BaseException as error:
                if isinstance(error, Exception) and made and distinct:
                    continue  # a generator may refuse a seed; the domain still has others
                send_failure(f"domain {domain!r}, seed {seed}", error)
                return
            if not repeatable:
                message = f"input_generator({seed}, {domain!r}) gave two different inputs for one seed"
                failure = Failure(stage="determinism", type="TaskError", message=text_of(message))
                _core.send_frame(wire.FAILED, pack(failure))
                return
            if distinct and encoded in seen:
                continue
            seen.add(encoded)
            made += 1
            write_all(result_fd, encoded)
            place = Generated(domain=domain, seed=seed, offset=offset, length=len(encoded))
            _core.send_frame(wire.GENERATED, pack(place))
            offset += len(encoded)
    _core.send_frame(wire.DONE, b"")


def _generate(generate: Callable[..., Any], seed: int, domain: str) -> Any:
    """One input. The published schema's prompt lets generators return the input, yield it, or add a case name."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(seed)
    produced = generate(seed, domain)
    if hasattr(produced, "__next__"):
        produced = next(produced)
    if (
        type(produced) is tuple
        and len(produced) == 2
        and type(produced[0]) is str
        and type(produced[1]) is dict
    ):
        return produced[1]
    return produced


def serve_judge() -> None:
    """Compares answers with the reference's, one question after the other."""
    config, _ = expect(wire.CONFIGURE)
    validate = load_validator(config["source"])
    if validate is None:
        return
    while (received := _core.receive_frame()) is not None:
        _, payload, descriptor = received
        reference = decoded(values.decode(payload), descriptor)
        given = decoded(*expect(wire.GIVEN)) if validate.wants_input else None
        place, descriptor = expect(wire.ACTUAL)
        try:
            answer = decoded(place, descriptor)
        except CodecError as error:
            reason = text_of(f"the result cannot be read: {error}")
            decision = Decision(ok=False, invalid=True, reason=reason)
        else:
            decision = judge_value(validate, answer, reference, given)
        _core.send_frame(wire.JUDGED, pack(decision))


def decoded(place: dict[str, int], descriptor: int) -> Any:
    """The value at a place of a file that rode along with a message."""
    with mapped(descriptor) as view:
        return values.decode(view[place["offset"] : place["offset"] + place["length"]])


def judge_value(validate: Validator, answer: Any, reference: Any, given: Any) -> Decision:
    """The validator's decision on one answer."""
    try:
        decision = validate(answer, reference, given)
    except Exception as error:  # an odd answer may make a validator raise: that is a wrong answer
        return Decision(ok=False, invalid=False, reason=text_of(f"{type(error).__name__}: {error}"))
    if isinstance(decision, tuple) and len(decision) == 2:
        return Decision(ok=bool(decision[0]), invalid=False, reason=text_of(decision[1] or ""))
    # DSEffi-Bench validators may return a bool, or nothing after their assertions held.
    ok = decision is None or bool(decision)
    return Decision(ok=ok, invalid=False, reason="" if ok else "the validator returned False")


def serve_probe() -> None:
    """The set-up has reported itself already; stay until the host has looked."""
    _core.receive_frame()


def serve_canary() -> None:
    """Runs the fixed work whenever its turn comes: the integer kernel, and the walk if the token asks for it."""
    canary = _core.Canary()
    _core.send_frame(_core.FRAME_SETUP_DONE, b"")
    _core.send_frame(wire.READY, b"")
    while (received := _core.receive_frame()) is not None:
        walk_ns = canary.walk_ns() if received[1] else -1
        _core.send_frame(wire.TURN_DONE, wire.CANARY_RECORD.pack(canary.integer_ns(), walk_ns))
