"""External programs: how they end, what they may use, and that all of them is gone afterwards."""

from __future__ import annotations

import os

import pytest
from benches import Bench
from leftovers import nothing_left

from effibench.errors import UsageError
from effibench.model import Limits
from effibench.timing.command import CommandReport, run_command
from effibench.timing.executor import Stop

SHELL = "/bin/sh"


@pytest.fixture(scope="module")
def ran(bench: Bench) -> object:
    """Runs a shell script as a command and checks that nothing of it is left."""

    def run(script: str, **options: object) -> CommandReport:
        with nothing_left(bench.executor):
            return run_command(bench.executor, [SHELL, "-c", script], **options)  # type: ignore[arg-type]

    return run


def test_input_and_output(ran) -> None:
    report = ran("read line; echo got $line; echo trouble >&2", stdin=b"a line\n")
    assert (report.stop, report.exit_status, report.signal) == (Stop.DONE, 0, None)
    assert report.stdout == b"got a line\n"
    assert report.stderr == b"trouble\n"
    assert report.wall_ns > 0
    assert report.cpu_ns > 0


def test_no_input_is_an_empty_input(ran) -> None:
    assert ran("read line || echo none").stdout == b"none\n"


@pytest.mark.parametrize("status", [0, 1, 77, 255])
def test_exit_status(ran, status: int) -> None:
    assert ran(f"exit {status}").exit_status == status


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGTERM", "SIGABRT"])
def test_signal(ran, name: str) -> None:
    report = ran(f"kill -{name.removeprefix('SIG')} $$")
    assert (report.stop, report.exit_status, report.signal) == (Stop.DONE, None, name)


def test_environment_is_only_what_is_given(ran) -> None:
    report = ran("echo $HOME $COLOUR", environment={"COLOUR": "red"})
    assert report.stdout.split() == [b"red"]


@pytest.mark.parametrize(
    "script", ["while :; do :; done", "kill -STOP $$", "trap '' TERM INT; while :; do :; done"]
)
def test_time_limit(ran, script: str) -> None:
    report = ran(script, limits=Limits(call_seconds=0.4))
    assert report.stop is Stop.TIME
    assert report.wall_ns >= 0.4e9


def test_memory_limit(bench: Bench) -> None:
    program = ["/usr/bin/awk", 'BEGIN { s = "x"; while (1) s = s s }']
    if not os.access(program[0], os.X_OK):
        pytest.skip(f"there is no {program[0]} here")
    with nothing_left(bench.executor):
        report = run_command(bench.executor, program, limits=Limits(memory_bytes=64 << 20))
    # Refused by the limit on its data, or killed by the control group or the watchdog.
    assert report.stop is Stop.MEMORY or report.exit_status != 0
    assert report.peak_memory_bytes is not None
    assert report.peak_memory_bytes < 200 << 20


def test_output_limit(ran) -> None:
    report = ran(
        "while echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; do :; done", limits=Limits(output_bytes=1 << 16)
    )
    assert report.stop is Stop.OUTPUT
    assert len(report.stdout) <= 1 << 16


def test_no_processes_unless_allowed(ran) -> None:
    refused = ran("/bin/echo one; echo two")
    assert b"one" not in refused.stdout
    assert ran("/bin/echo one; echo two", allow_subprocess=True).stdout == b"one\ntwo\n"


def test_the_whole_tree_is_killed(ran) -> None:
    report = ran(
        "sleep 1000 & sleep 1000 & (sleep 1000 &) ; wait",
        allow_subprocess=True,
        limits=Limits(call_seconds=0.4),
    )
    assert report.stop is Stop.TIME


def test_what_is_left_in_the_background_is_killed(ran) -> None:
    report = ran("sleep 1000 & (sleep 1000 &); exit 5", allow_subprocess=True)
    assert (report.stop, report.exit_status) == (Stop.DONE, 5)


def test_no_network(bench: Bench) -> None:
    program = "import socket\ntry:\n    socket.create_connection(('127.0.0.1', 9))\nexcept PermissionError:\n    print('refused')"
    report = run_command(bench.executor, ["/usr/bin/python3", "-I", "-S", "-c", program])
    assert report.stdout == b"refused\n", report.stderr


def test_files_outside_scratch(ran, tmp_path) -> None:
    target = tmp_path / "file"
    assert ran(f"echo x > {target}").exit_status != 0
    assert not target.exists()
    assert ran("echo x > file && while read line; do echo $line; done < file").stdout == b"x\n"


@pytest.mark.parametrize("argv", [[], ["sh"], ["/no/such/program"], ["/etc"], ["/etc/passwd"]])
def test_bad_program(bench: Bench, argv: list[str]) -> None:
    with pytest.raises(UsageError, match=r"argv\[0\]"):
        run_command(bench.executor, argv)
