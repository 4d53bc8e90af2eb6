"""What every role of a child needs: messages with the host, its files, and loading trusted or untrusted source."""

from __future__ import annotations

import contextlib
import gc
import inspect
import mmap
import os
import traceback
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

from effibench import _core, values
from effibench.timing import source, wire
from effibench.timing.reports import MAX_TEXT, Failure, pack, text_of
from effibench.values.errors import CodecError, UnsupportedType, ValueTooLarge

_CHUNK = 1 << 20
_ARGUMENTS_WITH_INPUT = 3  # of a validator: answer, reference's answer, input


@contextlib.contextmanager
def mapped(descriptor: int) -> Iterator[memoryview]:
    """Maps a file of the host read-only for the length of a block."""
    try:
        with mmap.mmap(descriptor, 0, prot=mmap.PROT_READ) as area, memoryview(area) as view:
            yield view
    finally:
        os.close(descriptor)


class Validator(NamedTuple):
    """A loaded validator.

    Attributes:
        decide: `output_validator`; its third argument, where it has one, is the input.
    """

    decide: Callable[..., Any]
    wants_input: bool

    def __call__(self, answer: Any, reference: Any, given: Any) -> Any:
        """Asks about one answer."""
        return self.decide(answer, reference, given) if self.wants_input else self.decide(answer, reference)


def load_validator(text: str) -> Validator | None:
    """Loads a validator and says READY; None after its failure was reported."""
    try:
        decide = load_function(text, "output_validator", "validator.py")
        required = [
            parameter
            for parameter in inspect.signature(decide).parameters.values()
            if parameter.default is parameter.empty
            and parameter.kind in {parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD}
        ]
    except BaseException as error:
        send_failure("import", error)
        return None
    wants_input = len(required) == _ARGUMENTS_WITH_INPUT
    _core.send_frame(wire.READY, b"\x01" * wants_input)
    return Validator(decide, wants_input)


def load_function(text: str, name: str, file_name: str) -> Callable[..., Any]:
    """Executes a source as a module and returns the function of that name.

    Raises:
        MissingEntryError: it defines none.
    """
    module = ModuleType(file_name.removesuffix(".py"))
    exec(compile(text, file_name, "exec", dont_inherit=True), module.__dict__)
    function = getattr(module, name, None)
    if not callable(function):
        raise source.MissingEntryError(f"{file_name} defines no {name}")
    return function  # type: ignore[no-any-return]


def expect(kind: int) -> tuple[dict[str, Any], int]:
    """The fields and descriptor of the next frame, which must be of that kind."""
    received = _core.receive_frame()
    if received is None:
        os._exit(0)  # the host has lost interest
    got, payload, descriptor = received
    if got != kind:
        raise RuntimeError(f"expected frame {kind} from the host, got {got}")
    fields = values.decode(payload)
    if kind == wire.CONFIGURE:
        _core.send_frame(_core.FRAME_SETUP_DONE, b"")  # what fails from now on is the source's doing
    return fields, descriptor


def send_failure(stage: str, error: BaseException) -> None:
    """Reports an exception. Formatting it may run the candidate's code once more; the host's deadline still holds."""
    try:
        message = text_of(error)
        lines = "".join(traceback.format_exception(error))
        lines = text_of(lines[-MAX_TEXT // 2 :])
    except BaseException:
        message, lines = "(the exception cannot be shown)", ""
    _send(
        Failure(
            stage=stage,
            type=_class_name(error),
            message=message,
            traceback=lines,
            out_of_memory=isinstance(error, MemoryError) or "can't allocate memory" in message,
            missing_entry=isinstance(error, source.MissingEntryError),
        )
    )


def _class_name(error: BaseException) -> str:
    """The name of its class, whatever a metaclass says."""
    return text_of(type.__dict__["__name__"].__get__(type(error)), 200)


def _send(failure: Failure) -> None:
    _core.send_frame(wire.FAILED, pack(failure))


def write_all(descriptor: int, data: bytes) -> None:
    """Writes everything."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def report_failure(raised: BaseException) -> None:
    """Says what a call raised; a lazy result that cannot be collected is raised by the collecting inside the call."""
    if type(raised) in {UnsupportedType, ValueTooLarge}:
        report_result_failure(raised, None)
    else:
        send_failure("call", raised)


def report_result_failure(failure: BaseException, result: Any) -> None:
    """Says why a result could not be encoded."""
    if isinstance(failure, UnsupportedType):
        lazy = values.is_lazy(result)
        reason = f"the result is lazy ({lazy})" if lazy else str(failure)
        _send(Failure(stage="result", type="UnsupportedType", message=text_of(reason)))
    elif isinstance(failure, ValueTooLarge):
        _send(Failure(stage="result", type="ValueTooLarge", message=text_of(failure)))
    else:
        send_failure("result", failure)


def changed(value: Any, view: memoryview) -> bool:
    """Whether a call has changed its input."""
    try:
        return values.encode(value) != bytes(view)
    except CodecError:
        return True  # the call put something into its input that no input can hold


def collections() -> int:
    """Garbage collections of this process so far, of all generations."""
    return sum(generation["collections"] for generation in gc.get_stats())


def same_bytes(descriptor: int, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two places of a file, each offset and length, hold the same."""
    (left, length), (right, other_length) = one, other
    if length != other_length:
        return False
    for start in range(0, length, _CHUNK):
        count = (
            length - start if length - start < _CHUNK else _CHUNK
        )  # the candidate may have replaced builtins
        if os.pread(descriptor, count, left + start) != os.pread(descriptor, count, right + start):
            return False
    return True
