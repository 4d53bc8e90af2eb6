// One timed call: clock, call, clock, and what the kernel counted around it.
//
// The operation is a plain function pointer with a context, so that the core times anything and only csrc/bind knows
// that it is a Python call. The wall clock is the innermost pair of readings; CPU clocks and resource usage are
// system calls of about a microsecond and are read outside it. The result is released by the caller after the end
// stamp; waiting for pending GPU work is part of the operation, hence inside the window.
#pragma once

#include <cstdint>

namespace effibench {

struct Operation {
  void (*call)(void*);
  void* context;
};

// Fixed layout: travels as raw bytes from child to host (same build on both sides). -1 = not measured.
struct Sample {
  std::int64_t wall_ns = 0;     // clock cost subtracted, never below 0
  std::int64_t raw_wall_ns = 0;
  std::int64_t thread_cpu_ns = 0;
  std::int64_t process_cpu_ns = 0;
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t cpu_before = 0;  // CPU the call began on
  std::int64_t cpu_after = 0;   // and ended on: a difference is a migration
  std::int64_t gc_collections = -1;
};

// `clock_cost_ns` is the cost of an empty window (calibrate_clock), the only thing subtracted. What the operation throws
// passes through, and there is no sample: an operation that can fail keeps its failure in its context.
Sample take_sample(const Operation& operation, std::int64_t clock_cost_ns);

}  // namespace effibench
