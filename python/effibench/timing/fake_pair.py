"""Two scripted processes that take turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from effibench.timing.executor import CANARY, CaseInput, Output, Program, Stop, Turn, TurnRun
from effibench.timing.fake_calls import FakeValue, sample_of

if TYPE_CHECKING:
    from effibench.timing.fake import FakeExecutor


class FakePair:
    """Two scripted processes that take turns; a script's call number counts the turns of that player."""

    def __init__(
        self,
        executor: FakeExecutor,
        programs: tuple[Program, Program],
        cases: Sequence[CaseInput],
        layout: int,
    ) -> None:
        self._executor, self._programs, self._cases, self._layout = executor, programs, cases, layout
        self._taken = [0, 0]
        self._accepted: set[tuple[int, int, Any]] = set()

    def start(self) -> None:
        """Nothing has to be loaded."""

    def take(self, turns: Sequence[Turn]) -> list[TurnRun]:
        """Plays the turns up to the first that fails."""
        runs: list[TurnRun] = []
        for turn in turns:
            runs.append(self._canary(turn) if turn.player == CANARY else self._play(turn))
            if runs[-1].stop is not Stop.DONE:
                break
        return runs

    def _canary(self, turn: Turn) -> TurnRun:
        length = self._executor.canary_ns()
        self._executor.clock.advance(length)
        return TurnRun(Stop.DONE, canary_ns=(length, length if turn.case else None))

    def _play(self, turn: Turn) -> TurnRun:
        executor, number = self._executor, self._taken[turn.player]
        executor.layout = self._layout
        self._taken[turn.player] += 1
        step = executor.script(self._programs[turn.player], self._cases[turn.case], number)
        wall_ns = step.wall_ns * turn.loops
        executor.clock.advance(wall_ns + step.hidden_ns)
        if step.stop is not Stop.DONE:
            return TurnRun(step.stop, step.reason)
        claimed = wall_ns if step.claimed_ns is None else step.claimed_ns
        known = (turn.player, turn.case, step.answer) in self._accepted
        return TurnRun(
            Stop.DONE,
            sample=sample_of(claimed, step, warmup=False),
            envelope_ns=wall_ns + step.hidden_ns,
            cpu_ns=wall_ns + step.hidden_ns - step.preempted_ns,
            between_cpu_ns=step.between_ns,
            run_delay_ns=step.preempted_ns,
            unknown=[] if known else [FakeValue(step.answer)],
        )

    def accept(self, player: int, case: int, output: Output) -> None:
        """Takes note of an answer."""
        assert isinstance(output, FakeValue)
        self._accepted.add((player, case, output.value))

    def stolen_ns(self) -> int | None:
        """What the fake hypervisor has taken."""
        return self._executor.stolen_ns()

    def close(self) -> None:
        """Records the end."""
        self._executor.events.append(f"end pair {self._layout}")
