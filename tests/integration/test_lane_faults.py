"""Lanes that others hold, that do not exist, or that are wider than the machine."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from benches import ADD_UP, add_up
from helpers import PACKAGE, program, run, started

from effibench.errors import HostError, UsageError
from effibench.timing.session import Session


def test_a_busy_lane_is_waited_for_and_then_named(tmp_path: Path) -> None:
    lanes = str(tmp_path)
    cpu = min(os.sched_getaffinity(0))
    holder = f"""
        session = Session(lanes=[{cpu}])
        with session.executor.lane(1, exclusive=True):
            print("held", flush=True)
            input()
        print("free", flush=True)
        input()
        """
    process = subprocess.Popen(
        program(holder),
        env={**os.environ, "PYTHONPATH": PACKAGE, "EFFIBENCH_LOCK_DIR": lanes},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "held\n"
        text = f"""
            with Session(lanes=[{cpu}], lane_wait_seconds=WAIT) as session:
                try:
                    print(session.time(HONEST, add_up()).verdict.value)
                except effibench.HostError as error:
                    print(error)
            """
        refused = run(text.replace("WAIT", "0.2"), EFFIBENCH_LOCK_DIR=lanes)
        assert "no free lane of 1 cores within 0.2 s" in refused
        assert str(process.pid) in refused
        with started(*program(text.replace("WAIT", "60")), EFFIBENCH_LOCK_DIR=lanes) as waiting:
            time.sleep(1.0)
            assert waiting.poll() is None
            process.stdin.write("\n")
            process.stdin.flush()
            output, errors = waiting.communicate(timeout=60)
            assert output == "pass\n", errors
    finally:
        process.kill()
        process.communicate()


def test_a_lane_of_a_killed_holder_is_free_again(tmp_path: Path) -> None:
    lanes = str(tmp_path)
    text = "session = Session()\nwith session.executor.lane(1, exclusive=True):\n    print('held', flush=True)\n    input()\n"
    with started(*program(text), EFFIBENCH_LOCK_DIR=lanes) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.wait()
        out = run(
            "with Session(lane_wait_seconds=5) as s:\n    print(s.time(HONEST, add_up()).verdict.value)\n",
            EFFIBENCH_LOCK_DIR=lanes,
        )
        assert out == "pass\n"


@pytest.mark.parametrize("lanes", [[], [4096], [-1]])
def test_lanes_that_do_not_exist(lanes: list[int]) -> None:
    with pytest.raises(UsageError, match="argument `lanes`"):
        Session(lanes=lanes)


def test_a_task_that_wants_more_cores_than_there_are(session: Session) -> None:
    with pytest.raises(HostError, match=r"a lane of 4096 cores.*run\.cores"):
        session.time(ADD_UP, add_up(cores=4096))
