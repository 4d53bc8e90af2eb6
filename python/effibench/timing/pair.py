"""Two real processes and a canary that take turns (csrc/turns.hpp has the theory).

The canary is a process of its own that never runs foreign code: what it says about the speed of the CPU cannot be
bent by either side. Inputs are handed over with the first token that needs them, so that nobody has seen an input
before the envelope of its first turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from effibench import _core
from effibench.errors import HostError
from effibench.model import Limits, Sample
from effibench.timing import wire
from effibench.timing.children import Spawned
from effibench.timing.executor import CANARY, CaseInput, CaseRun, Output, Program, Stop, Turn, TurnRun
from effibench.timing.memfile import Memfile, Slice
from effibench.timing.runner import GRACE_SECONDS, NativeRunner

if TYPE_CHECKING:
    from effibench.timing.executor import Lane
    from effibench.timing.native import NativeExecutor

_CANARY_SECONDS = 10.0
_CPU_SECONDS = 24 * 3600.0  # how many turns a process takes is not known beforehand; each has a deadline
_TICK_NS = 10_000_000  # unit of /proc/stat: USER_HZ is 100 on every Linux


class NativePair:
    """See `executor.Pair`."""

    def __init__(
        self,
        executor: NativeExecutor,
        programs: tuple[Program, Program],
        cases: Sequence[CaseInput],
        lane: Lane,
        layout: int,
    ) -> None:
        self._cases, self._lane = cases, lane
        self._limits = programs[0].task.limits
        self._handed: set[tuple[int, int]] = set()
        self._failed: tuple[int, CaseRun] | None = None
        self._runners: list[NativeRunner] = []
        self._canary: Spawned | None = None
        self._table = _core.TurnTable(wire.TURN_DONE, wire.ANSWER_RECORD.size, self._limits.result_bytes)
        for _ in range(2 * len(cases) + 1):  # the last one is the canary's, whose answers are empty
            self._table.add_list()
        try:
            for program in programs:
                runner = NativeRunner(executor, program, lane, layout=layout, cpu_seconds=_CPU_SECONDS)
                self._runners.append(runner)
            self._canary = Spawned(
                executor,
                "canary",
                libraries=programs[0].task.libraries,
                cores=programs[0].task.cores,
                cpus=lane.cpus,
                limits=Limits(),
                cpu_seconds=_CPU_SECONDS,
                layout=layout,
                urgent=executor.may_be_urgent(lane),
            )
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Loads both programs."""
        for player, runner in enumerate(self._runners):
            failed = runner.load()
            if failed is not None:
                self._failed = player, failed
                return
            runner.player_of(self._table)
        assert self._canary is not None
        event = self._canary.receive(_CANARY_SECONDS)
        if event.kind != "frame" or event.frame_kind != wire.READY:
            raise HostError(f"a canary did not start ({event.kind}): {self._canary.stderr.text()[-1000:]}")
        self._table.add_player(self._canary.child, self._canary.results.fd)

    def take(self, turns: Sequence[Turn]) -> list[TurnRun]:
        """Plays the turns in order, up to the first that fails; none once the other player alone has failed."""
        if self._failed is not None:
            return self._all_failed(turns)
        copies: list[Memfile] = []
        try:
            outcomes = self._table.take(wire.TURN, [self._row(turn, copies) for turn in turns])
        finally:
            for copy in copies:
                copy.close()
        runs = [self._run(turn, outcome) for turn, outcome in zip(turns, outcomes, strict=False)]
        for index, run in enumerate(runs):
            if run.stop is not Stop.DONE:
                return runs[: index + 1]
        return runs

    def _all_failed(self, turns: Sequence[Turn]) -> list[TurnRun]:
        """The failure of a program in the first turn that would have been its own; without one, nothing."""
        assert self._failed is not None
        player, run = self._failed
        for index, turn in enumerate(turns):
            if turn.player == player:
                return [*(TurnRun(Stop.DONE) for _ in range(index)), _failure(run)]
        return []

    def accept(self, player: int, case: int, output: Output) -> None:
        """From now on this answer of that player to that case needs no judging."""
        assert isinstance(output, Slice)
        self._table.accept(self._list(player, case), output.read())

    def stolen_ns(self) -> int | None:
        """CPU time that a hypervisor has taken from the lane so far."""
        total = 0
        wanted = {f"cpu{cpu}" for cpu in self._lane.cpus}
        try:
            text = Path("/proc/stat").read_text(encoding="ascii")
        except OSError:
            return None
        for line in text.splitlines():
            name, *fields = line.split()
            if name in wanted:
                if len(fields) < 8:
                    return None
                total += int(fields[7])
        return total * _TICK_NS

    def close(self) -> None:
        """Ends the processes."""
        for runner in self._runners:
            runner.close()
        if self._canary is not None:
            self._canary.close()

    # --- turns as the core takes and gives them ---

    def _list(self, player: int, case: int) -> int:
        return player * len(self._cases) + case if player != CANARY else 2 * len(self._cases)

    def _row(self, turn: Turn, copies: list[Memfile]) -> tuple[int, bytes, int, float, int]:
        """A turn as the core takes it; an input that is handed over is added to `copies`."""
        place = self._list(turn.player, turn.case)
        if turn.player == CANARY:
            return turn.player, b"walk" if turn.case else b"", -1, _CANARY_SECONDS, place
        token = wire.TURN_RECORD.pack(turn.case, turn.loops, turn.primes)
        seconds = (turn.loops + turn.primes) * self._limits.call_seconds + GRACE_SECONDS
        key = (turn.player, turn.case)
        if key in self._handed:
            return turn.player, token, -1, seconds, place
        self._handed.add(key)
        data = self._cases[turn.case].data
        assert isinstance(data, Slice)
        copies.append(data.file.duplicate())
        return turn.player, token, copies[-1].fd, seconds, place

    def _run(self, turn: Turn, outcome: _core.TurnOutcome) -> TurnRun:
        event = outcome.event
        if event.kind != "frame" or event.frame_kind != wire.TURN_DONE:
            if turn.player == CANARY:
                raise HostError(f"a canary has ended ({event.kind})")
            self._failed = turn.player, self._runners[turn.player].explain(event)
            return _failure(self._failed[1])
        if turn.player == CANARY:
            integer_ns, walk_ns = wire.CANARY_RECORD.unpack(event.payload)
            return TurnRun(Stop.DONE, canary_ns=(integer_ns, walk_ns if walk_ns >= 0 else None))
        record = wire.ANSWER_RECORD.unpack_from(event.payload)
        sample = Sample(*record[:-1])
        envelope_ns = event.stamp_ns - outcome.sent_ns
        results = (len(event.payload) - wire.ANSWER_RECORD.size) // 8
        run = TurnRun(
            Stop.DONE,
            sample=sample,
            envelope_ns=envelope_ns,
            cpu_ns=outcome.cpu_ns if outcome.cpu_ns >= 0 else None,
            between_cpu_ns=outcome.between_cpu_ns,
            run_delay_ns=outcome.run_delay_ns if outcome.run_delay_ns >= 0 else None,
            input_mutated=bool(record[-1]),
            unknown=[Slice.of(answer) for answer in outcome.unknown],
        )
        if not 0 <= sample.wall_ns <= envelope_ns or results != turn.loops:
            run.stop, run.reason = Stop.FORGED, "the process sent a record that no worker sends"
        elif sample.wall_ns > turn.loops * self._limits.call_seconds * 1e9:
            run.stop = Stop.TIME
            run.reason = f"a call took longer than {self._limits.call_seconds:g} s"
        return run


def _failure(run: CaseRun) -> TurnRun:
    return TurnRun(run.stop, run.reason, run.traceback)
