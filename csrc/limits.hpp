// Resource limits of a child, set by the child itself before it gives up its privileges.
#pragma once

#include <cstdint>

namespace effibench {

// A negative value means "as inherited". Nothing is ever raised above the inherited hard limit.
struct Limits {
  int64_t cpu_seconds = -1;    // the kernel sends SIGKILL at the limit (0 counts as 1)
  int64_t memory_bytes = 0;    // budget above what the process has mapped already; 0: none
  int64_t file_bytes = -1;     // largest file it may write
  int64_t open_files = -1;     // descriptors
  int64_t stack_bytes = -1;    // main thread's stack
  // Extra room for address space that is reserved and never touched (allocator arenas, JIT); negative: no
  // limit on address space, as CUDA needs, which reserves more than any machine has.
  int64_t address_slack_bytes = 4LL << 30;
};

// Soft limit = hard limit, so that the child can't lift them. Besides the fields above: no core files, no locked
// memory, no message queues, no real-time or raised priority.
//
// Not RLIMIT_NPROC: the kernel counts it per user id, so children that share their zygote's id would be
// charged for each other and for everything else that user runs. Seccomp and the pids cgroup bound processes.
//
// The memory budget is relative (VmData and VmSize now, plus the budget) because a fork starts with all of
// its zygote's mappings: an absolute limit would kill it before it began. Throws Error.
void apply_limits(const Limits& limits);

}  // namespace effibench
