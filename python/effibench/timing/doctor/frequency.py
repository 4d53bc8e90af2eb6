"""What the clock of the processor does: the one that is read, and the one that it runs by."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from effibench.timing.doctor.cpu import cpu_field, cpu_flags
from effibench.timing.doctor.rows import (
    Finding,
    Machine,
    Missing,
    Row,
    cpu_list,
    info,
    ok,
    run_checks,
    warn,
)

GROUP = "frequency"
_CPU = "/sys/devices/system/cpu"
_CLOCKS = "/sys/devices/system/clocksource/clocksource0"
_OWN_COUNTER = frozenset({"tsc", "arch_sys_counter"})
_SYSCALL_CLOCKS = frozenset({"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"})
_NO_LATENCY_LIMIT_US = 2_000_000_000  # PM_QOS_CPU_LATENCY_DEFAULT_VALUE of the kernel


def rows(machine: Machine) -> Iterator[Row]:
    """Yields the rows about clocks."""
    yield from run_checks(
        GROUP,
        machine,
        (
            ("clock source", _clock_source),
            ("TSC", _tsc),
            ("CPU governor", _governor),
            ("energy preference", _energy),
            ("frequency range", _frequency),
            ("turbo", _turbo),
            ("idle states", _idle),
            ("power supply", _power),
        ),
    )


def _clock_source(machine: Machine) -> Finding:
    source = machine.tree.text(f"{_CLOCKS}/current_clocksource")
    if source in _OWN_COUNTER:
        return ok(source)
    offered = (machine.tree.maybe(f"{_CLOCKS}/available_clocksource") or "").split()
    mend = (
        f"echo tsc | sudo tee {_CLOCKS}/current_clocksource"
        if "tsc" in offered
        else "boot with tsc=reliable; on a virtual machine, the host has to offer the TSC"
    )
    if source in _SYSCALL_CLOCKS:
        return warn(
            source, "every reading of the clock enters the kernel and costs a microsecond or more", mend
        )
    return warn(source, "the hypervisor's clock: dearer than the TSC, and it can be corrected in steps", mend)


def _tsc(machine: Machine) -> Finding | None:
    if (cpu_field(machine, "vendor_id") or "") not in {"GenuineIntel", "AuthenticAMD", "HygonGenuine"}:
        return None  # another architecture has no TSC
    missing = [flag for flag in ("constant_tsc", "nonstop_tsc") if flag not in cpu_flags(machine)]
    if not missing:
        return ok("constant, nonstop")
    return warn(
        f"without {', '.join(missing)}",
        "the time stamp counter changes with the clock or stops in idle states",
        "none on this processor; on a virtual machine, the host has to pass the flag on",
    )


def _policies(machine: Machine, name: str) -> dict[str, list[int]]:
    """The CPUs that may be used, by the value of one of their cpufreq files.

    Raises:
        Missing: there is no such file.
    """
    values: dict[str, list[int]] = {}
    for cpu in machine.allowed:
        values.setdefault(machine.tree.text(f"{_CPU}/cpu{cpu}/cpufreq/{name}"), []).append(cpu)
    return values


def _per_cpu(values: dict[str, list[int]]) -> str:
    if len(values) == 1:
        return next(iter(values))
    return ", ".join(f"{value} on CPU {cpu_list(cpus)}" for value, cpus in values.items())


def _governor(machine: Machine) -> Finding:
    values = _policies(machine, "scaling_governor")
    if set(values) == {"performance"}:
        return ok("performance")
    return warn(
        _per_cpu(values),
        "the clock follows the load, so short calls run at a lower one than long calls",
        f"echo performance | sudo tee {_CPU}/cpu*/cpufreq/scaling_governor",
    )


def _energy(machine: Machine) -> Finding | None:
    name = "energy_performance_preference"
    if machine.tree.maybe(f"{_CPU}/cpu{machine.lane[0]}/cpufreq/{name}") is None:
        return None
    values = _policies(machine, name)
    if set(values) <= {"performance", "0"}:
        return ok("performance")
    return warn(
        _per_cpu(values),
        "the processor saves energy at the cost of clock",
        f"echo performance | sudo tee {_CPU}/cpu*/cpufreq/{name}",
    )


def _frequency(machine: Machine) -> Finding:
    tree = machine.tree
    folder = f"{_CPU}/cpu{machine.lane[0]}/cpufreq"
    low, high = tree.integer(f"{folder}/scaling_min_freq"), tree.integer(f"{folder}/scaling_max_freq")
    limit = tree.integer(f"{folder}/cpuinfo_max_freq")
    value = f"{low / 1e6:.2f} to {high / 1e6:.2f} GHz"
    if high < limit:
        return warn(
            f"{value}, of {limit / 1e6:.2f} GHz",
            "the clock is capped below what the processor can do",
            f"echo {limit} | sudo tee {_CPU}/cpu*/cpufreq/scaling_max_freq",
        )
    return info(value)


def _turbo(machine: Machine) -> Finding:
    no_turbo = machine.tree.maybe(f"{_CPU}/intel_pstate/no_turbo")
    boost = machine.tree.maybe(f"{_CPU}/cpufreq/boost")
    if no_turbo is None and boost is None:
        raise Missing(f"neither {_CPU}/intel_pstate/no_turbo nor {_CPU}/cpufreq/boost exists")
    if no_turbo == "1" or boost == "0":
        return ok("off")
    return info(
        "on", "the clock depends on temperature and on what the other cores do; interleaving cancels that"
    )


def _idle(machine: Machine) -> Finding:
    tree = machine.tree
    driver = tree.text(f"{_CPU}/cpuidle/current_driver")
    limit = _latency_limit(machine)
    if driver == "none":
        return ok(f"no driver: idle CPUs only halt{limit}")
    governor = tree.maybe(f"{_CPU}/cpuidle/current_governor_ro") or tree.maybe(
        f"{_CPU}/cpuidle/current_governor"
    )
    return info(
        f"driver {driver}, governor {governor or 'not stated'}{limit}", "a call that waits wakes up late"
    )


def _latency_limit(machine: Machine) -> str:
    """The limit on the wake-up latency that somebody holds; only root may ask."""
    try:
        data = machine.tree.at("/dev/cpu_dma_latency").read_bytes()[:4]
    except OSError:
        return ""
    limit = int.from_bytes(data, sys.byteorder, signed=True)
    return "" if limit == _NO_LATENCY_LIMIT_US else f", wake-up limited to {limit} µs"


def _power(machine: Machine) -> Finding | None:
    tree = machine.tree
    supplies = [path.rpartition("/")[0] for path in tree.glob("/sys/class/power_supply/*/type")]
    mains = [supply for supply in supplies if tree.maybe(f"{supply}/type") == "Mains"]
    if not mains:
        return None
    if any(tree.maybe(f"{supply}/online") == "1" for supply in mains):
        return ok("mains")
    return warn("battery", "the firmware lowers the clock", "plug the machine in")
