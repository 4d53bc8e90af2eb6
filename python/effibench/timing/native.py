"""The executor with real processes: composes zygotes, slots, lanes, judges and runners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

import msgspec

from effibench import _core, values
from effibench.errors import HostError, ProtectionError, TaskError
from effibench.model import Host, Limits, Protection
from effibench.tasks.task import Task
from effibench.timing import host, wire
from effibench.timing.children import Spawned, describe_end
from effibench.timing.executor import CaseInput, Judgement, Lane, Output, Pair, Program, Runner
from effibench.timing.judges import JudgePool
from effibench.timing.lanes import Lanes, LeasedLane
from effibench.timing.memfile import Slice
from effibench.timing.pair import NativePair
from effibench.timing.reports import Failure, Generated, unpack
from effibench.timing.runner import NativeRunner
from effibench.timing.sandbox import LEVELS, NICE, Level, Sandbox, level_of
from effibench.timing.slots import Slots
from effibench.timing.zygotes import ZygotePool

_GENERATOR_SECONDS = 120.0
_SCRATCH_BYTES = 1 << 30
_PROBE_SECONDS = 20.0


def _can_be_moved(child: _core.Child, cpus: Iterable[int]) -> bool:
    """Whether this host may choose the CPUs of a running child: of one with another user it takes CAP_SYS_NICE."""
    try:
        child.set_affinity(list(cpus))
    except HostError:
        return False
    return True


class NativeExecutor:
    """Runs everything in sandboxed children of zygotes.

    Args:
        lanes: logical CPUs to use; None = all that the process may run on.
        lane_wait_seconds: how long a busy lane is waited for.
        level: the weakest protection that is acceptable.
        disable: protections to leave out, by name (`FEATURES` in sandbox.py); for tests and for diagnosis.

    Raises:
        ProtectionError: this machine cannot reach `level`.
        HostError: the sandbox cannot be set up at all.
    """

    def __init__(
        self,
        *,
        lanes: Iterable[int] | None = None,
        lane_wait_seconds: float = 600.0,
        level: Level = "standard",
        disable: Iterable[str] = (),
    ) -> None:
        disabled = frozenset(disable)
        self.lanes = Lanes(tuple(lanes) if lanes is not None else None, lane_wait_seconds)
        self.sandbox = Sandbox(disabled, _core.landlock_abi())
        self.use_cgroup = "cgroup" not in disabled
        self.slots = Slots(use_cgroup=self.use_cgroup)
        self.zygotes = ZygotePool(
            namespaces=self.sandbox.namespaces(),
            scratch=self.slots.root,
            scratch_bytes=_SCRATCH_BYTES,
            hidden=self.sandbox.hidden,
            nice=0 if "priority" in disabled else NICE,
        )
        self._judges = JudgePool(self)
        self.live: set[Spawned] = set()
        try:
            self._protections = self._probe()
        except BaseException:
            self.close()
            raise
        self._level = level_of(self._protections)
        if LEVELS.index(self._level) < LEVELS.index(level):
            self.close()
            off = "; ".join(
                f"{p.name}: {p.reason}" for p in self._protections if p.state != "on" and p.reason
            )
            raise ProtectionError(
                f"protection here is {self._level!r}, but {level!r} is asked for "
                f"(argument `level`, flag --level): {off}"
            )

    def _probe(self) -> tuple[Protection, ...]:
        """Sends one child through the whole set-up and switches off for good what fails there."""
        handle = self.zygotes.get((), 1)
        report = list(handle.protections)
        probe = Spawned(
            self,
            "probe",
            libraries=(),
            cores=1,
            cpus=self.lanes.harness_cpus(),
            limits=Limits(),
            cpu_seconds=10,
            overrides={"tolerate": True},
        )
        try:
            event = probe.child.receive(_PROBE_SECONDS)
            if event.kind != "frame" or event.frame_kind != _core.FRAME_SETUP_DONE:
                words = event.payload or probe.stderr.text().encode()
                raise HostError(f"a sandboxed child cannot be set up here ({event.kind}): {words!r}")
            outcomes = _core.decode_outcomes(event.payload)
            self._may_move = _can_be_moved(probe.child, self.lanes.harness_cpus())
        finally:
            probe.close()
        reasons = {
            "cgroup": self.slots.cgroup_reason,
            "separate_user": self.sandbox.uid_reason or "",
            "landlock": "switched off"
            if "landlock" in self.sandbox.disabled
            else "this kernel has no Landlock",
        }
        for name, state, reason in outcomes:
            text = reasons.get(name, reason) if reason == "not requested" else reason
            if name == "landlock" and state == "on":
                text = f"ABI {self.sandbox.landlock_abi}"
            report.append(Protection(name=name, state=state, reason=text))
        states = {name: state for name, state, _ in outcomes}
        self.use_cgroup = self.sandbox.counts_memory = states.get("cgroup") == "on"
        self.sandbox.read_only_root = any(p.name == "read_only_root" and p.state == "on" for p in report)
        self.sandbox.separate_user = states.get("separate_user") == "on"
        if states.get("landlock") != "on":
            self.sandbox.landlock_abi = 0
        if states.get("seccomp") != "on":
            raise HostError("seccomp does not work here, and nothing runs without it")
        return tuple(report)

    # --- Executor ---

    def lane(self, cores: int, *, exclusive: bool) -> AbstractContextManager[LeasedLane]:
        """Leases CPUs (see Lanes.lease)."""
        return self.lanes.lease(cores, exclusive=exclusive)

    def lanes_for_timing(self, cores: int) -> int:
        """How many exclusive lanes of that width this machine has."""
        return max(1, self.lanes.physical_cores // cores)

    def lanes_for_judging(self) -> int:
        """How many processes can judge at once."""
        return self.lanes.logical_cpus

    def inputs(self, task: Task, base_seed: int, count: int) -> Sequence[CaseInput]:
        """Builds a task's inputs in a generator process, or encodes its literal cases."""
        if task.cases:
            return [
                CaseInput(
                    case.domain,
                    index,
                    Slice.of(values.encode(case.input)),
                    None if case.expected is msgspec.UNSET else Slice.of(values.encode(case.expected)),
                )
                for index, case in enumerate(task.cases)
            ]
        limits = Limits(memory_bytes=max(task.limits.memory_bytes, 4 << 30), file_bytes=4 << 30)
        generator = Spawned(
            self,
            "generator",
            libraries=task.libraries,
            cores=1,
            cpus=self.lanes.harness_cpus(),
            limits=limits,
            cpu_seconds=_GENERATOR_SECONDS * 2,
        )
        try:
            generator.configure(
                {
                    "source": task.inputs,
                    "domains": {domain: task.counts.get(domain, count) for domain in task.ordered_domains()},
                    "base_seed": base_seed,
                    "distinct": task.distinct,
                }
            )
            return self._collect_inputs(task, generator)
        finally:
            generator.close()

    def _collect_inputs(self, task: Task, generator: Spawned) -> list[CaseInput]:
        cases: list[CaseInput] = []
        deadline = _core.now_ns() + int(_GENERATOR_SECONDS * 1e9)
        while True:
            event = generator.receive((deadline - _core.now_ns()) / 1e9)
            if event.kind == "exited":
                raise TaskError(
                    f"task {task.id}: inputs.py: the generator process {describe_end(generator.finish())}: "
                    f"{generator.stderr.text()[-500:]}"
                )
            if event.kind != "frame":
                raise TaskError(
                    f"task {task.id}: inputs.py: not done within {_GENERATOR_SECONDS:g} s ({event.kind})"
                )
            if event.frame_kind == wire.DONE:
                break
            if event.frame_kind == wire.FAILED and (failure := unpack(event.payload, Failure)):
                raise TaskError(
                    f"task {task.id}: inputs.py ({failure.stage}): {failure.type}: {failure.message}"
                )
            made = unpack(event.payload, Generated) if event.frame_kind == wire.GENERATED else None
            if made is None:
                raise HostError(f"a generator sent an unexpected message ({event.frame_kind})")
            cases.append(
                CaseInput(made.domain, made.seed, Slice(generator.results, made.offset, made.length))
            )
        missing = set(task.domains) - {case.domain for case in cases}
        if missing:
            raise TaskError(
                f"task {task.id}: inputs.py gave no input for domains {', '.join(sorted(missing))}"
            )
        return [case._replace(data=case.data.copy()) for case in cases]  # type: ignore[attr-defined]

    def starts_ahead(self, lane: Lane) -> bool:
        """Whether the helpers' CPUs lie outside the lane, so that forking there leaves the lane alone."""
        return self._may_move and not set(lane.cpus) & set(self.lanes.harness_cpus())

    def may_be_urgent(self, lane: Lane) -> bool:
        """Whether a process there may have priority: not where it could keep this host from ending it."""
        return lane.exclusive and not set(lane.cpus) & set(self.lanes.harness_cpus())

    def start(self, program: Program, lane: Lane, *, ahead: bool = False) -> Runner:
        """Starts a process for a program; one started ahead is set up off the lane and moves to it to run."""
        return NativeRunner(self, program, lane, ahead=ahead)

    def pair(
        self, programs: tuple[Program, Program], cases: Sequence[CaseInput], lane: Lane, layout: int
    ) -> Pair:
        """Starts two programs that take turns on the lane."""
        return NativePair(self, programs, cases, lane, layout)

    def judge(self, task: Task, case: CaseInput, expected: Output, actual: Output) -> Judgement:
        """Asks the task's validator in a judge process."""
        assert isinstance(case.data, Slice)
        assert isinstance(expected, Slice)
        assert isinstance(actual, Slice)
        return self._judges.ask(task, case.data, expected, actual)

    def host(self, task: Task, lane: Lane) -> Host:
        """Describes the machine."""
        return host.describe(lane.cpus, task.libraries)

    def protections(self) -> tuple[str, tuple[Protection, ...]]:
        """The level and the capability report of the probe."""
        return self._level, self._protections

    def abort(self) -> None:
        """Kills every running child; their runs return as crashed."""
        for spawned in list(self.live):
            spawned.kill()

    def close(self) -> None:
        """Ends every process and removes every file and cgroup."""
        self._judges.close()
        self.zygotes.close()
        self.slots.close()
