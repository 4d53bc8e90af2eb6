"""A program that cannot be loaded into a pair: the failure is its own, whoever's turn comes first."""

from __future__ import annotations

import pytest

from effibench.timing.executor import CANARY, A, B, CaseRun, Stop, Turn

pytest.importorskip("effibench._core")


@pytest.mark.parametrize("player", [A, B])
@pytest.mark.parametrize("order", [(CANARY, A, B), (CANARY, B, A), (A, B)])
def test_the_failure_is_in_a_turn_of_its_player(player: int, order: tuple[int, ...]) -> None:
    from effibench.timing.pair import NativePair

    pair = object.__new__(NativePair)
    pair._failed = player, CaseRun(Stop.RAISED, "OSError: no space")
    turns = [Turn(who, 1) for who in order] * 2
    runs = pair.take(turns)
    assert [run.stop for run in runs[:-1]] == [Stop.DONE] * order.index(player)
    assert (runs[-1].stop, runs[-1].reason) == (Stop.RAISED, "OSError: no space")
    assert turns[len(runs) - 1].player == player
    assert pair.take([]) == []
    # Where it has none, nothing is played: `Sides` then asks for one of its own.
    other = B if player == A else A
    assert pair.take([Turn(CANARY), Turn(other, 0), Turn(other, 1)]) == []
