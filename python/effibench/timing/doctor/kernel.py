"""Settings of the kernel that move memory, interrupts and its own work about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from effibench.timing.doctor.rows import (
    Finding,
    Machine,
    Missing,
    Row,
    cpu_list,
    info,
    ok,
    run_checks,
    selected,
    warn,
)

GROUP = "kernel"
_SYSCTL = "/proc/sys"
_PAGES = "/sys/kernel/mm/transparent_hugepage"
# Options that change timing. The rest of the command line is nobody's business.
_BOOT_OPTIONS = (
    "isolcpus",
    "nohz_full",
    "rcu_nocbs",
    "nosmt",
    "mitigations",
    "intel_pstate",
    "amd_pstate",
    "intel_idle.max_cstate",
    "processor.max_cstate",
    "idle",
    "nowatchdog",
    "nosoftlockup",
    "nmi_watchdog",
    "skew_tick",
    "tsc",
    "clocksource",
)
_TIMERS = (
    ("vm/stat_interval", " s"),
    ("kernel/watchdog_thresh", " s"),
    ("kernel/hung_task_check_count", ""),
    ("kernel/hung_task_timeout_secs", " s"),
    ("kernel/sched_rt_runtime_us", " µs"),
)


def rows(machine: Machine, counters: Mapping[str, Any]) -> Iterator[Row]:
    """Yields the rows about the kernel; `counters` is what `_core.probe_counters` said."""
    yield from run_checks(
        GROUP,
        machine,
        (
            ("ASLR", _aslr),
            ("huge pages", _huge_pages),
            ("huge page defragmentation", _defragmentation),
            ("NUMA balancing", _numa_balancing),
            ("zone reclaim", _zone_reclaim),
            ("NMI watchdog", _nmi_watchdog),
            ("interrupt affinity", _interrupt_affinity),
            ("irqbalance", _irqbalance),
            ("kernel work queues", _workqueues),
            ("core dumps", _core_pattern),
            ("performance counters", partial(_counters, counters=counters)),
            ("counter sampling", _sampling),
            ("kernel timers", _timers),
            ("boot options", _boot_options),
        ),
    )


def _set(name: str, value: int) -> str:
    return f"sudo sysctl -w {name}={value}"


def _aslr(machine: Machine) -> Finding:
    value = machine.tree.integer(f"{_SYSCTL}/kernel/randomize_va_space")
    if value == 2:
        return ok("full")
    return warn(
        {0: "off", 1: "without the heap"}.get(value, str(value)),
        "every process has the same layout, so one lucky or unlucky layout decides a comparison",
        _set("kernel.randomize_va_space", 2),
    )


def _huge_pages(machine: Machine) -> Finding:
    value = selected(machine.tree.text(f"{_PAGES}/enabled"))
    if value != "always":
        return ok(value)
    return warn(
        value,
        "whether an array gets huge pages depends on how fragmented memory is, and so does its time",
        f"echo madvise | sudo tee {_PAGES}/enabled",
    )


def _defragmentation(machine: Machine) -> Finding:
    value = selected(machine.tree.text(f"{_PAGES}/defrag"))
    daemon = machine.tree.maybe(f"{_PAGES}/khugepaged/defrag")
    shown = f"{value}, khugepaged {'on' if daemon == '1' else 'off' if daemon == '0' else 'not stated'}"
    if value != "always":
        return ok(shown)
    return warn(
        shown,
        "an allocation can stop for memory to be compacted",
        f"echo madvise | sudo tee {_PAGES}/defrag",
    )


def _numa_balancing(machine: Machine) -> Finding:
    value = machine.tree.integer(f"{_SYSCTL}/kernel/numa_balancing")
    if value == 0:
        return ok("off")
    if len(machine.tree.cpus("/sys/devices/system/node/online")) == 1:
        return ok("on, one node only")
    return warn(
        "on",
        "pages are unmapped to see who uses them, and moved, during timed calls",
        _set("kernel.numa_balancing", 0),
    )


def _zone_reclaim(machine: Machine) -> Finding:
    value = machine.tree.integer(f"{_SYSCTL}/vm/zone_reclaim_mode")
    if value == 0:
        return ok("off")
    return warn(
        str(value),
        "an allocation reclaims memory of its node before it uses another node's",
        _set("vm.zone_reclaim_mode", 0),
    )


def _nmi_watchdog(machine: Machine) -> Finding:
    value = machine.tree.integer(f"{_SYSCTL}/kernel/nmi_watchdog")
    if value == 0:
        return ok("off")
    return warn(
        "on",
        "it interrupts every core now and then and occupies a performance counter",
        _set("kernel.nmi_watchdog", 0),
    )


def interrupts_on(machine: Machine, cpus: set[int]) -> list[str]:
    """The numbers of the interrupts that may be delivered to one of `cpus`."""
    found = []
    for path in machine.tree.glob("/proc/irq/[0-9]*/smp_affinity_list"):
        try:
            reach = set(machine.tree.cpus(path))
        except Missing:
            continue  # one that was freed meanwhile, or one that is not ours to see
        if reach & cpus:
            found.append(path.split("/")[3])
    return found


def _interrupt_affinity(machine: Machine) -> Finding:
    if not machine.tree.glob("/proc/irq/[0-9]*/smp_affinity_list"):
        raise Missing("/proc/irq lists no interrupt")
    lane = cpu_list(machine.lane)
    found = interrupts_on(machine, set(machine.lane))
    if not found:
        return ok(f"none may go to CPU {lane}")
    value = f"{len(found)} may go to CPU {lane}"
    if not machine.helpers:
        return info(value, "there is no other CPU for them")
    return warn(
        value,
        "their handlers run inside timed calls",
        f"echo {cpu_list(machine.helpers)} | sudo tee /proc/irq/*/smp_affinity_list",
    )


def _irqbalance(machine: Machine) -> Finding:
    tree = machine.tree
    commands = tree.glob("/proc/[0-9]*/comm")
    if not commands:
        raise Missing("/proc lists no process")
    if any(tree.maybe(path) == "irqbalance" for path in commands):
        return warn(
            "running", "it moves interrupts onto the lane whenever it likes", "sudo systemctl stop irqbalance"
        )
    return ok("not running")


def _workqueues(machine: Machine) -> Finding:
    mask = machine.tree.text("/sys/devices/virtual/workqueue/cpumask")
    cpus = parse_mask(mask)
    if not cpus & set(machine.lane):
        return ok(f"on CPU {cpu_list(cpus)}")
    return info(
        f"on CPU {cpu_list(cpus & set(machine.allowed))}", "write-back and other work may run on the lane"
    )


def parse_mask(text: str) -> set[int]:
    """Parses a mask of CPUs as the kernel prints it: hexadecimal, in groups of 32 bits.

    Raises:
        Missing: it is none.
    """
    try:
        bits = int(text.replace(",", ""), 16)
    except ValueError:
        raise Missing(f"{text[:40]!r} is no mask of CPUs") from None
    return {cpu for cpu in range(bits.bit_length()) if bits >> cpu & 1}


def _core_pattern(machine: Machine) -> Finding:
    pattern = machine.tree.text(f"{_SYSCTL}/kernel/core_pattern")
    if pattern.startswith("|"):
        program = pattern[1:].split()[0] if pattern[1:].split() else ""
        return info(
            f"piped to {program}", "a program that crashes starts another one, whatever its limits say"
        )
    return ok("to a file")


def _counters(machine: Machine, counters: Mapping[str, Any]) -> Finding:
    paranoid = machine.tree.maybe(f"{_SYSCTL}/kernel/perf_event_paranoid")
    rdpmc = machine.tree.maybe("/sys/bus/event_source/devices/cpu/rdpmc")
    missing = str(counters["reason"])
    names = [part.partition(":")[0] for part in missing.split("; ") if part]
    value = "all" if counters["available"] and not names else f"without {', '.join(names)}"
    if not counters["available"]:
        value = "none"
    value += f" (paranoid {paranoid or 'not stated'}, rdpmc {rdpmc or 'not stated'})"
    if not names and counters["available"]:
        return ok(value)
    consequence = "no instructions and cycles beside the times: a change of clock is seen by its effect only"
    if paranoid is not None and paranoid.lstrip("-").isdigit() and int(paranoid) > 2:
        return warn(value, consequence, _set("kernel.perf_event_paranoid", 2))
    return info(value, f"{consequence}; {_cause(missing)}")


def _cause(missing: str) -> str:
    if "No such file or directory" in missing:
        return "the processor or its hypervisor offers none"
    return missing


def _sampling(machine: Machine) -> Finding:
    rate = machine.tree.integer(f"{_SYSCTL}/kernel/perf_event_max_sample_rate")
    share = machine.tree.maybe(f"{_SYSCTL}/kernel/perf_cpu_time_max_percent")
    return info(
        f"at most {rate} samples/s, {share or 'not stated'} % of the time; only while a profiler runs"
    )


def _timers(machine: Machine) -> Finding:
    found = [
        f"{path.partition('/')[2]} {value}{unit}"
        for path, unit in _TIMERS
        if (value := machine.tree.maybe(f"{_SYSCTL}/{path}")) is not None
    ]
    if not found:
        raise Missing(f"{_SYSCTL} has none of {', '.join(path for path, _ in _TIMERS)}")
    return info(", ".join(found))


def _boot_options(machine: Machine) -> Finding:
    machine.tree.text("/proc/cmdline")
    options = machine.boot_options()
    shown = [f"{name}={options[name]}".rstrip("=") for name in _BOOT_OPTIONS if name in options]
    return info(" ".join(shown) or "none that changes timing")
