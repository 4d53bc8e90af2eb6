"""The processor: what it is and who shares it."""

from __future__ import annotations

import re
from collections.abc import Iterator

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

GROUP = "cpu"
_CPU = "/sys/devices/system/cpu"


def rows(machine: Machine) -> Iterator[Row]:
    """Yields the rows about the processor."""
    yield from run_checks(
        GROUP,
        machine,
        (
            ("model", _model),
            ("lanes", _lanes),
            ("core types", _core_types),
            ("NUMA", _numa),
            ("SMT", _smt),
            ("isolated CPUs", _isolated),
            ("virtualisation", _virtualisation),
        ),
    )


def cpu_field(machine: Machine, name: str) -> str | None:
    """The first value of a field of /proc/cpuinfo, None where it has no such field.

    Raises:
        Missing: the file cannot be read.
    """
    found = re.search(
        rf"^{re.escape(name)}\s*:\s*(.*)$", machine.tree.text("/proc/cpuinfo"), flags=re.MULTILINE
    )
    return found[1].strip() if found else None


def cpu_flags(machine: Machine) -> frozenset[str]:
    """The features that the kernel lists for the first CPU.

    Raises:
        Missing: it lists none, as on other architectures than x86.
    """
    flags = cpu_field(machine, "flags")
    if flags is None:
        raise Missing("/proc/cpuinfo lists no flags")
    return frozenset(flags.split())


def _model(machine: Machine) -> Finding:
    model = cpu_field(machine, "model name") or cpu_field(machine, "CPU part")
    if not model:
        raise Missing("/proc/cpuinfo names no model")
    sockets = len({core.package for core in machine.cores})
    return info(f"{model}, {_count(sockets, 'socket')}")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lanes(machine: Machine) -> Finding:
    cores = len(machine.cores)
    value = (
        f"{_count(cores, 'physical core')}, {_count(len(machine.allowed), 'logical CPU')}; "
        f"times on {cpu_list(machine.lane)} first"
    )
    if cores > 1:
        return ok(value)
    return warn(value, "the harness and the timed process share one core", "give this process more CPUs")


def _core_types(machine: Machine) -> Finding:
    tree = machine.tree
    efficient = tree.maybe("/sys/devices/cpu_atom/cpus")
    if efficient is not None:
        fast = tree.text("/sys/devices/cpu_core/cpus")
        kinds = {"performance": fast, "efficiency": efficient}
    else:
        capacities: dict[str, list[int]] = {}
        for cpu in machine.allowed:
            capacity = tree.maybe(f"{_CPU}/cpu{cpu}/cpu_capacity")
            capacities.setdefault(capacity or "", []).append(cpu)
        kinds = {f"capacity {name}": cpu_list(cpus) for name, cpus in capacities.items()}
        if len(kinds) == 1:
            machine.tree.text("/proc/cpuinfo")  # where not even this can be seen, absence says nothing
            return ok("one kind")
        fast = kinds[f"capacity {max(capacities, key=lambda name: int(name or 0))}"]
    return warn(
        ", ".join(f"{name} {cpus}" for name, cpus in kinds.items()),
        "the same code takes different times on different lanes",
        f"use one kind only: --lanes {fast}",
    )


def _numa(machine: Machine) -> Finding:
    nodes = machine.tree.cpus("/sys/devices/system/node/online")
    if len(nodes) == 1:
        return ok("1 node")
    mine = sorted({core.node for core in machine.cores})
    return info(
        f"{len(nodes)} nodes, usable CPUs on {cpu_list(mine)}", "a lane stays on one node where it can"
    )


def _siblings(machine: Machine, cpu: int) -> set[int]:
    folder = f"{_CPU}/cpu{cpu}/topology"
    name = "core_cpus_list" if machine.tree.maybe(f"{folder}/core_cpus_list") else "thread_siblings_list"
    return set(machine.tree.cpus(f"{folder}/{name}"))


def _smt(machine: Machine) -> Finding:
    active = machine.tree.maybe(f"{_CPU}/smt/active")
    siblings = set().union(*(_siblings(machine, cpu) for cpu in machine.lane))
    if active == "0" or (active is None and len(siblings) == 1):
        control = machine.tree.maybe(f"{_CPU}/smt/control")
        return ok("none" if control in {"notsupported", "notimplemented"} else "off")
    value = f"on; the lane's core is CPUs {cpu_list(siblings)}"
    foreign = siblings - set(machine.allowed)
    if foreign:
        return warn(
            value,
            f"CPU {cpu_list(foreign)} shares the lane's core and is not ours to keep idle",
            f"give this process CPUs {cpu_list(siblings)}, or: echo off | sudo tee {_CPU}/smt/control",
        )
    return info(value, "effibench keeps the siblings of a lane idle; other programs may not")


def _isolated(machine: Machine) -> Finding:
    tree = machine.tree
    isolated = set(tree.cpus(f"{_CPU}/isolated"))
    # Some kernels print an empty mask as (null).
    tickless = (tree.maybe(f"{_CPU}/nohz_full") or "").replace("(null)", "")
    callbacks = machine.boot_options().get("rcu_nocbs", "")
    value = (
        f"isolated {cpu_list(isolated)}, nohz_full {tickless or 'none'}, "
        f"rcu_nocbs {callbacks or tickless or 'none'}"  # nohz_full implies it
    )
    split = {cpu for cpu in isolated if not _siblings(machine, cpu) <= isolated}
    if split:
        return warn(
            value,
            f"the SMT siblings of CPU {cpu_list(split)} are not isolated with it",
            "isolate whole cores (isolcpus= on the kernel's command line)",
        )
    if tickless and tree.maybe(f"{_CPU}/cpu0/cpufreq/scaling_driver") == "intel_pstate":
        return warn(
            value,
            "intel_pstate measures load in the tick that nohz_full stops, so the clock stays wrong",
            "boot with intel_pstate=disable, or without nohz_full",
        )
    if set(machine.lane) <= isolated:
        return ok(value)
    lane = cpu_list(machine.lane)
    return info(value, f"the kernel may run others on the lane; booting with isolcpus={lane} prevents it")


def _virtualisation(machine: Machine) -> Finding:
    tree = machine.tree
    hypervisor = tree.maybe("/sys/hypervisor/type")
    product = " ".join(
        part for name in ("sys_vendor", "product_name") if (part := tree.maybe(f"/sys/class/dmi/id/{name}"))
    )
    guest = hypervisor is not None or "hypervisor" in cpu_flags(machine)
    if not guest:
        return ok(f"none ({product})" if product else "none")
    return info(
        f"virtual machine ({hypervisor or product or 'kind not stated'})",
        "the hypervisor may run other guests on these cores: see stolen time",
    )
