"""NVIDIA devices, as their own tool reports them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

from effibench.timing.doctor.rows import Finding, Machine, Row, info, ok, row, unknown, warn

GROUP = "gpu"
_FIELDS = (
    "index",
    "name",
    "persistence_mode",
    "clocks.sm",
    "clocks.max.sm",
    "clocks_throttle_reasons.active",
    "ecc.mode.current",
    "mig.mode.current",
    "utilization.gpu",
)
_QUERY = ("nvidia-smi", f"--query-gpu={','.join(_FIELDS)}", "--format=csv,noheader,nounits")
_SECONDS = 2.0
# Bits of nvmlClocksThrottleReasons (nvml.h): an idle device, and clocks that an application asked for, are no fault.
_IDLE, _APPLICATION = 0x1, 0x2
_REASONS = {
    0x4: "power cap",
    0x8: "hardware slowdown",
    0x10: "sync boost",
    0x20: "software thermal slowdown",
    0x40: "hardware thermal slowdown",
    0x80: "hardware power brake",
    0x100: "display clocks",
}


def ask() -> str:
    """Returns what the driver's tool says, one device a line.

    Raises:
        OSError, subprocess.SubprocessError: it is not there, fails or does not answer in time.
    """
    done = subprocess.run(_QUERY, capture_output=True, text=True, timeout=_SECONDS, check=True)
    return done.stdout


def rows(machine: Machine, query: Callable[[], str] = ask) -> Iterator[Row]:
    """Yields the rows about GPUs; one that says so where there is none."""
    if not machine.tree.glob("/dev/nvidia[0-9]*"):
        yield row(GROUP, "GPU", info("none"))
        return
    try:
        lines = query().splitlines()
    except subprocess.CalledProcessError as error:
        yield unknown(
            GROUP, "GPU", f"nvidia-smi: {(error.stdout or error.stderr or str(error)).strip()[:200]}"
        )
        return
    except (OSError, subprocess.SubprocessError) as error:
        yield unknown(GROUP, "GPU", f"nvidia-smi: {error}")
        return
    for line in lines:
        values = [value.strip() for value in line.split(",")]
        if len(values) != len(_FIELDS):
            yield unknown(GROUP, "GPU", f"nvidia-smi: {line[:100]!r}")
        else:
            yield row(GROUP, f"GPU {values[0]}", _device(dict(zip(_FIELDS, values, strict=True))))


def _device(facts: dict[str, str]) -> Finding:
    value = (
        f"{facts['name']}, SM clock {facts['clocks.sm']} of {facts['clocks.max.sm']} MHz, "
        f"persistence {facts['persistence_mode']}, ECC {facts['ecc.mode.current']}, MIG {facts['mig.mode.current']}, "
        f"{facts['utilization.gpu']} % busy"
    )
    reasons = _throttle_reasons(facts["clocks_throttle_reasons.active"])
    if reasons:
        return warn(
            f"{value}, throttled: {', '.join(reasons)}",
            "the clock is lower than the device's own, and changes",
            "cool the device or raise its power limit",
        )
    if facts["utilization.gpu"].isdecimal() and int(facts["utilization.gpu"]) > 0:
        return warn(value, "another process computes on it", "nvidia-smi shows which; wait for it or stop it")
    if facts["persistence_mode"] == "Disabled":
        return warn(
            value,
            "the driver unloads between processes, so each child pays seconds to start it",
            f"sudo nvidia-smi -i {facts['index']} -pm 1",
        )
    return ok(value)


def _throttle_reasons(text: str) -> list[str]:
    """Names of the bits that are a fault. The tool writes something in brackets where a device has no such field."""
    try:
        bits = int(text, 16)
    except ValueError:
        return []
    known = [name for bit, name in _REASONS.items() if bits & bit]
    rest = bits & ~(_IDLE | _APPLICATION | sum(_REASONS))
    return [*known, f"{rest:#x}"] if rest else known
