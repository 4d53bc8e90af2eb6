"""The task model: one job, its inputs, its trusted solution and the rule that decides correctness.

Task code (generator, reference, validator) is kept as source text and runs only in sandboxed children, each part in
a process of its own; this module never executes any of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Any

import msgspec

from effibench.candidate import Candidate
from effibench.errors import TaskError, no_core
from effibench.model import Limits


class EntryKind(StrEnum):
    """How a solution is called."""

    SOLUTION = "solution"  # f(input_data)
    FUNCTION = "function"  # f(*input_data): the input is an argument list
    METHOD = "method"  # Class().f(*input_data)
    PROGRAM = "program"  # the whole source runs; input on stdin, answer on stdout


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a solution's entry point is.

    Attributes:
        name: function or method name; ignored for a program.
        owner: class that has the method.
    """

    kind: EntryKind = EntryKind.SOLUTION
    name: str = "solution"
    owner: str = ""

    def __str__(self) -> str:
        if self.kind is EntryKind.PROGRAM:
            return "a program that reads stdin"
        return f"{self.owner}().{self.name}" if self.owner else self.name


class ResultPolicy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What answers may look like; the default validator compares by it, and quality checks follow it.

    Attributes:
        dtype: `exact`, `kind` (width may differ) or `any` (values only).
        order: `exact` or `any` (rows or elements as a multiset).
        laziness: `reject` lazy results, or `materialise` them inside the timed window.
        rtol: relative tolerance of the default validator.
        atol: absolute tolerance of the default validator.
        subprocesses: whether candidates may start processes.
    """

    dtype: str = "exact"
    order: str = "exact"
    laziness: str = "reject"
    rtol: float = 1e-6
    atol: float = 1e-9
    subprocesses: bool = False

    def __post_init__(self) -> None:
        for field, allowed in (
            ("dtype", ("exact", "kind", "any")),
            ("order", ("exact", "any")),
            ("laziness", ("reject", "materialise")),
        ):
            if getattr(self, field) not in allowed:
                raise ValueError(
                    f"result.{field} = {getattr(self, field)!r}: expected one of {', '.join(allowed)}"
                )


class LiteralCase(msgspec.Struct, frozen=True, kw_only=True):
    """A case given by value instead of by a generator. `expected` replaces the reference's answer."""

    input: Any
    domain: str = "correctness"
    expected: Any = msgspec.UNSET


class Task(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One job to solve.

    Give either `inputs` with `domains`, or `cases`. Sources may be passed as text, paths or functions to `make`.

    Attributes:
        inputs: source of `input_generator(seed, input_domain)`.
        counts: cases of a domain, for the domains that have another number than the session's.
        distinct: whether an input that equals an earlier one of its domain is dropped, and the next seed tried.
        prelude: source that runs before each solution in the solution's namespace, such as imports that a benchmark
            promises.
        reference: source of the trusted solution; may be empty if every case has an expected value.
        validator: source of `output_validator(pred_output, ref_output)`; empty = typed comparison by `result`. One with
            a third required argument gets the case's input there.
        libraries: imported before any candidate runs.
        cores: physical cores a solution may use.
        isolation: `case` (a process per case) or `candidate` (one for all cases: compiling solutions, GPUs).
        spectrum: further correct solutions, by name.
        wrong: plausible wrong solutions, by name.
    """

    id: str
    reference: str = ""
    inputs: str = ""
    domains: tuple[str, ...] = ()
    counts: dict[str, int] = {}
    distinct: bool = True
    prelude: str = ""
    cases: tuple[LiteralCase, ...] = ()
    validator: str = ""
    title: str = ""
    prompt: str = ""
    library: str = ""
    libraries: tuple[str, ...] = ()
    entry: Entry = Entry()
    limits: Limits = Limits()
    result: ResultPolicy = ResultPolicy()
    cores: int = 1
    device: str = "cpu"
    isolation: str = "case"
    created: str = ""
    taxonomy: str = ""
    difficulty: str = ""
    source: dict[str, Any] = {}
    spectrum: dict[str, str] = {}
    wrong: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.isolation not in {"case", "candidate"}:
            raise TaskError(f"task {self.id}: run.isolation = {self.isolation!r}: expected case or candidate")
        if self.device not in {"cpu", "cuda"}:
            raise TaskError(f"task {self.id}: run.device = {self.device!r}: expected cpu or cuda")
        if self.cores < 1:
            raise TaskError(f"task {self.id}: run.cores = {self.cores}: expected at least 1")
        if bool(self.inputs) == bool(self.cases):
            raise TaskError(f"task {self.id}: give either inputs (a generator, with domains) or cases")
        if self.inputs and not self.domains:
            raise TaskError(f"task {self.id}: inputs need at least one entry in domains")
        for domain in self.domains:
            if self.domains.count(domain) > 1:
                raise TaskError(f"task {self.id}: domains has {domain!r} more than once")
            if not domain.startswith(("correctness-", "stress-")):
                raise TaskError(
                    f"task {self.id}: domains has {domain!r}: expected a name that begins with correctness- or stress-"
                )
        for domain, count in self.counts.items():
            if domain not in self.domains or count < 1:
                raise TaskError(
                    f"task {self.id}: counts has {domain!r} = {count}: expected a domain and at least 1"
                )
        if not self.reference and any(case.expected is msgspec.UNSET for case in self.cases):
            raise TaskError(f"task {self.id}: a case without an expected value needs a reference solution")
        if self.inputs and not self.reference:
            raise TaskError(f"task {self.id}: generated inputs need a reference solution")

    @classmethod
    def make(
        cls,
        id: str,  # the published schema's name
        *,
        reference: str | Callable[..., Any] | Candidate = "",
        inputs: str | Callable[..., Any] = "",
        validator: str | Callable[..., Any] = "",
        cases: list[LiteralCase] | tuple[LiteralCase, ...] = (),
        **fields: Any,
    ) -> Task:
        """Builds a task in code; sources may be given as text, a path or a function.

        Raises:
            TaskError: the fields contradict each other.
            CandidateError: a function's source cannot be read.
        """
        entry: Entry = fields.get("entry", Entry())
        return cls(
            id=id,
            reference=_source(reference, entry.name),
            inputs=_source(inputs, "input_generator"),
            validator=_source(validator, "output_validator"),
            cases=tuple(cases),
            **fields,
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 over everything that decides a verdict or a time, in hexadecimal.

        Raises:
            TaskError: a literal case holds something that cannot travel to a candidate.
            HostError: there are literal cases, but no native core to encode them.
        """
        decisive = (
            self.id,
            self.reference,
            self.inputs,
            self.domains,
            self.counts,
            self.distinct,
            self.prelude,
            self.validator,
            [self._decisive(index, case) for index, case in enumerate(self.cases)],
            self.libraries,
            self.entry,
            self.limits,
            self.result,
            self.cores,
            self.device,
            self.isolation,
        )
        return hashlib.sha256(msgspec.json.encode(decisive)).hexdigest()

    def _decisive(self, index: int, case: LiteralCase) -> list[object]:
        try:
            from effibench import values
        except ImportError as error:
            raise no_core(error) from error
        try:
            given = values.encode(case.input)
            expected = None if case.expected is msgspec.UNSET else values.encode(case.expected)
        except values.CodecError as error:
            raise TaskError(f"task {self.id}: cases[{index}]: {error}") from error
        return [case.domain, given, expected]

    def only(self, domains: Sequence[str]) -> Task:
        """The same task with the cases of some of its domains.

        Raises:
            TaskError: it has no such domain.
        """
        known = dict.fromkeys([*self.domains, *(case.domain for case in self.cases)])
        if unknown := [domain for domain in domains if domain not in known]:
            raise TaskError(f"task {self.id} has no domain {unknown[0]!r}; it has {', '.join(known)}")
        return msgspec.structs.replace(
            self,
            domains=tuple(domain for domain in self.domains if domain in domains),
            counts={domain: count for domain, count in self.counts.items() if domain in domains},
            cases=tuple(case for case in self.cases if case.domain in domains),
        )

    def ordered_domains(self) -> tuple[str, ...]:
        """Correctness domains first, then stress domains, each in the order given."""
        return tuple(sorted(self.domains, key=lambda domain: domain.startswith("stress-")))


def _source(value: str | Callable[..., Any] | Candidate, name: str) -> str:
    if value == "":
        return ""
    candidate = Candidate.of(value)
    return named_source(candidate, name)


def named_source(candidate: Candidate, name: str) -> str:
    """The candidate's source, with its function also bound to the name the caller looks for."""
    if candidate.function in (None, name):
        return candidate.source
    return f"{candidate.source}\n{name} = {candidate.function}\n"
