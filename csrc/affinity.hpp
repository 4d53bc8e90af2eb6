// Logical CPUs, their grouping into physical cores, and pinning. Any machine width.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace effibench {

using CpuSet = std::vector<int>;  // sorted, unique logical CPU numbers

CpuSet allowed_cpus(pid_t pid = 0);
void set_affinity(pid_t pid, const CpuSet& cpus);

// The kernel's list notation, "0-3,8". Throws Error showing the text.
CpuSet parse_cpu_list(std::string_view text);
std::string format_cpu_list(const CpuSet& cpus);

struct Core {
  int package = 0;        // socket
  int node = 0;           // NUMA node
  CpuSet cpus;            // SMT siblings, restricted to the allowed CPUs
  bool isolated = false;  // all of them kept free of other work by the kernel (isolcpus)
};

// The physical cores behind `allowed`, in order of their first CPU. Where sysfs says nothing about a CPU
// it counts as a core of its own.
std::vector<Core> physical_cores(const CpuSet& allowed, const std::string& sys_root = "/sys");

}  // namespace effibench
