"""Failures of the host or of the caller. What a candidate does wrong is a verdict, never one of these."""

from __future__ import annotations


class EffibenchError(Exception):
    """Base of everything that effibench raises on purpose.

    Attributes:
        exit_code: what the command line exits with when this error ends it.
    """

    exit_code = 3


class UsageError(EffibenchError):
    """An argument or flag that makes no sense; the message shows the value and names the flag."""

    exit_code = 2


class TaskError(EffibenchError):
    """A task that cannot be found, read or trusted; the message names the file and the field."""

    exit_code = 2


class DatasetError(EffibenchError):
    """A benchmark's file that cannot be read; the message names the file, the record and the field."""

    exit_code = 2


class CandidateError(EffibenchError):
    """A candidate that cannot be turned into source text (not: a candidate that is wrong)."""

    exit_code = 2


class HostError(EffibenchError):
    """The machine or the harness failed; nothing was scored.

    Attributes:
        errno: the failing system call's error number, 0 where none applies.
    """

    errno: int = 0


def no_core(error: ImportError) -> HostError:
    """The error to raise where the native core cannot be imported."""
    return HostError(
        f"this needs Linux on x86-64 or aarch64 and the native core, which is not available here: {error}"
    )


class ProtectionError(HostError):
    """The sandbox cannot reach the level that was asked for."""
