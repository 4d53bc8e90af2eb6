"""What a forked child does, by role. It states facts and bytes; the host decides what they mean.

Theory of operation. The child comes out of the fork set up and sandboxed, with one control socket. The host sends
CONFIGURE (source and entry point; never an input), the child loads it and says READY. Only then does an input arrive
(CASE, with a sealed file). For each call the child decodes a private copy of the input, lets the core time one call,
encodes the result into the result file and reports SAMPLE with the claimed time and the place of the bytes. After
the last call of a case it says DONE and waits for the next case or for its end. Everything from the hand-over to
DONE lies inside the envelope that the host measures, so work cannot hide before or after the timed window.

What can fail: the candidate's code, in any way; FAILED carries what it raised, and whatever ends the process instead
is seen by the host. No verdict is ever computed here, apart from the judge's, whose process never runs a candidate.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from effibench import _core, values
from effibench.timing import source, wire
from effibench.values.errors import CodecError, UnsupportedType, ValueTooLarge

_MAX_TEXT = 20_000
_FLUSH_NS = 20_000_000


def main(role: str, scratch: str) -> None:
    """Runs one role and ends the process without Python's shutdown, so that no finaliser of a candidate runs."""
    status = 0
    try:
        if scratch:
            os.environ["HOME"] = scratch
            os.environ["TMPDIR"] = scratch
        _ROLES[role]()
    except BaseException:  # the last handler of this process: show it on stderr, which the host keeps
        traceback.print_exc()
        status = 1
    finally:
        os._exit(status)


# --- candidate and reference ---------------------------------------------------------------------------------------


def _serve_solution() -> None:
    config, result_fd = _expect(wire.CONFIGURE)
    began = time.perf_counter_ns()
    try:
        solution = source.Solution(config["source"], config["kind"], config["name"], config["owner"])
    except BaseException as error:
        _send_failure("import", error)
        return
    _core.send_frame(wire.READY, wire.READY_RECORD.pack(time.perf_counter_ns() - began))
    materialise = values.materialise if config["materialise"] else None
    while (received := _core.receive_frame()) is not None:
        _, payload, input_fd = received
        with _mapped(input_fd) as view:
            if not _run_case(
                solution,
                values.decode(payload),
                view,
                result_fd,
                result_bytes=config["result_bytes"],
                materialise=materialise,
            ):
                return


def _run_case(
    solution: source.Solution,
    plan: dict[str, Any],
    view: memoryview,
    result_fd: int,
    *,
    result_bytes: int,
    materialise: Callable[[Any], Any] | None,
) -> bool:
    """Makes the planned calls; False after a failure, when the process has nothing more to say."""
    offset = 0
    unsent, flushed_ns = b"", time.perf_counter_ns()
    os.lseek(result_fd, 0, os.SEEK_SET)  # the host has taken what an earlier case left here
    os.ftruncate(result_fd, 0)
    for call in range(plan["calls"]):
        value = values.decode(view)
        try:
            prepared = solution.prepare(value)
        except BaseException as error:
            _send_failure("call", error)
            return False
        sys.settrace(None)
        sys.setprofile(None)
        gc.collect()
        collections = _collections()
        result, raised, record = _core.timed_call(prepared.function, prepared.arguments, materialise)
        record = record[:-8] + (_collections() - collections).to_bytes(8, "little", signed=True)
        if raised is not None:
            _send_failure("call", raised)
            return False
        try:
            length = values.encode_to_fd(prepared.answer(result), result_fd, max_bytes=result_bytes)
        except UnsupportedType as unsupported:
            lazy = values.is_lazy(result)
            reason = f"the result is lazy ({lazy})" if lazy else str(unsupported)
            _send(wire.FAILED, {"stage": "result", "type": "UnsupportedType", "message": reason})
            return False
        except ValueTooLarge as too_large:
            _send(wire.FAILED, {"stage": "result", "type": "ValueTooLarge", "message": str(too_large)})
            return False
        except BaseException as failure:
            _send_failure("result", failure)
            return False
        del result
        mutated = plan["check_input"] and call == 0 and _changed(value, view)
        unsent += record + wire.SAMPLE_PLACE.pack(offset, length, mutated)
        offset += length
        # The host's deadline runs from message to message; quick calls share one, each would wake the host.
        if time.perf_counter_ns() - flushed_ns > _FLUSH_NS:
            _core.send_frame(wire.SAMPLE, unsent)
            unsent, flushed_ns = b"", time.perf_counter_ns()
    _core.send_frame(wire.DONE, unsent)
    return True


def _changed(value: Any, view: memoryview) -> bool:
    try:
        return values.encode(value) != bytes(view)
    except CodecError:
        return True  # the call put something into its input that no input can hold


def _collections() -> int:
    return sum(generation["collections"] for generation in gc.get_stats())


# --- generator -----------------------------------------------------------------------------------------------------


def _serve_generator() -> None:
    """Builds unique inputs domain by domain and checks once per domain that the generator is deterministic."""
    config, result_fd = _expect(wire.CONFIGURE)
    try:
        generate = _load_function(config["source"], "input_generator", "inputs.py")
    except BaseException as error:
        _send_failure("import", error)
        return
    offset = 0
    for domain in config["domains"]:
        seen: set[bytes] = set()
        for seed in range(config["base_seed"], config["base_seed"] + 10 * config["count"]):
            if len(seen) == config["count"]:
                break
            try:
                encoded = values.encode(_generate(generate, seed, domain))
                repeatable = bool(seen) or values.encode(_generate(generate, seed, domain)) == encoded
            except BaseException as error:
                if isinstance(error, Exception) and seen:
                    continue  # a generator may refuse a seed; the domain still has others
                _send_failure(f"domain {domain!r}, seed {seed}", error)
                return
            if not repeatable:
                message = f"input_generator({seed}, {domain!r}) gave two different inputs for one seed"
                _send(wire.FAILED, {"stage": "determinism", "type": "TaskError", "message": message})
                return
            if encoded in seen:
                continue
            seen.add(encoded)
            _write_all(result_fd, encoded)
            _send(wire.GENERATED, {"domain": domain, "seed": seed, "offset": offset, "length": len(encoded)})
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


# --- judge ---------------------------------------------------------------------------------------------------------


def _serve_judge() -> None:
    config, _ = _expect(wire.CONFIGURE)
    validate = _load_validator(config["source"])
    if validate is None:
        return
    while (received := _core.receive_frame()) is not None:
        _, payload, expected_fd = received
        place = values.decode(payload)
        actual_place, actual_fd = _expect(wire.ACTUAL)
        with _mapped(expected_fd) as expected, _mapped(actual_fd) as actual:
            _send(wire.JUDGED, _judge(validate, _slice(expected, place), _slice(actual, actual_place)))


def _judge(validate: Callable[..., Any], expected: memoryview, actual: memoryview) -> dict[str, Any]:
    try:
        answer = values.decode(actual)
    except CodecError as error:
        return {"ok": False, "invalid": True, "reason": f"the result cannot be read: {error}"[:_MAX_TEXT]}
    return _judge_value(validate, answer, values.decode(expected))


def _judge_value(validate: Callable[..., Any], answer: Any, reference: Any) -> dict[str, Any]:
    try:
        decision = validate(answer, reference)
    except Exception as error:  # an odd answer may make a validator raise: that is a wrong answer
        return {"ok": False, "invalid": False, "reason": f"{type(error).__name__}: {error}"[:_MAX_TEXT]}
    if isinstance(decision, tuple) and len(decision) == 2:
        return {"ok": bool(decision[0]), "invalid": False, "reason": str(decision[1] or "")[:_MAX_TEXT]}
    # DSEffi-Bench validators may return a bool, or nothing after their assertions held.
    ok = decision is None or bool(decision)
    return {"ok": ok, "invalid": False, "reason": "" if ok else "the validator returned False"}


def _slice(view: memoryview, place: dict[str, int]) -> memoryview:
    return view[place["offset"] : place["offset"] + place["length"]]


# --- probe ---------------------------------------------------------------------------------------------------------


def _serve_probe() -> None:
    """The set-up has reported itself already; stay until the host has looked."""
    _core.receive_frame()


# --- shared --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _mapped(descriptor: int) -> Iterator[memoryview]:
    """Maps a file of the host read-only for the length of a block."""
    try:
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as area, memoryview(area) as view:
            yield view
    finally:
        os.close(descriptor)


def _load_validator(text: str) -> Callable[..., Any] | None:
    """Loads a validator and says READY; None after its failure was reported."""
    try:
        validate = _load_function(text, "output_validator", "validator.py")
    except BaseException as error:
        _send_failure("import", error)
        return None
    _send(wire.READY, {})
    return validate


def _load_function(text: str, name: str, file_name: str) -> Callable[..., Any]:
    module = ModuleType(file_name.removesuffix(".py"))
    exec(compile(text, file_name, "exec", dont_inherit=True), module.__dict__)
    function = getattr(module, name, None)
    if not callable(function):
        raise source.MissingEntryError(f"{file_name} defines no {name}")
    return function  # type: ignore[no-any-return]


def _expect(kind: int) -> tuple[dict[str, Any], int]:
    received = _core.receive_frame()
    if received is None:
        os._exit(0)  # the host has lost interest
    got, payload, descriptor = received
    if got != kind:
        raise RuntimeError(f"expected frame {kind} from the host, got {got}")
    return values.decode(payload), descriptor


def _send(kind: int, fields: dict[str, Any]) -> None:
    _core.send_frame(kind, values.encode(fields))


def _send_failure(stage: str, error: BaseException) -> None:
    """Reports an exception. Formatting it may run the candidate's code once more; the host's deadline still holds."""
    try:
        message = str(error)
        lines = "".join(traceback.format_exception(error))
    except BaseException:
        message, lines = "(the exception cannot be shown)", ""
    fields = {
        "stage": stage,
        "type": type(error).__name__[:200],
        "message": message[:_MAX_TEXT],
        "traceback": lines[-_MAX_TEXT:],
        "out_of_memory": isinstance(error, MemoryError) or "can't allocate memory" in message,
        "missing_entry": isinstance(error, source.MissingEntryError),
    }
    _send(wire.FAILED, fields)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _serve_audit() -> None:
    from effibench.timing import audit_worker

    audit_worker.serve_audit()


def _serve_coverage() -> None:
    from effibench.timing import audit_worker

    audit_worker.serve_coverage()


_ROLES: dict[str, Callable[[], None]] = {
    "audit": _serve_audit,
    "coverage": _serve_coverage,
    "candidate": _serve_solution,
    "reference": _serve_solution,
    "generator": _serve_generator,
    "judge": _serve_judge,
    "probe": _serve_probe,
}
