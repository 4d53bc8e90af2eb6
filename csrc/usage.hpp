// The kernel's accounting of a process or thread. Reading it is a syscall of 0.6 to 1.2 us: outside the window.
#pragma once

#include <sys/resource.h>

#include <cstdint>

namespace effibench {

struct Usage {
  int64_t wall_ns = 0;  // monotonic clock when this was read; 0 where it comes from a bare rusage
  int64_t user_ns = 0;
  int64_t system_ns = 0;
  int64_t max_rss_bytes = 0;  // a fork starts with its parent's peak: compare with a baseline, or reset_hwm
  int64_t minor_faults = 0;
  int64_t major_faults = 0;
  int64_t voluntary_switches = 0;
  int64_t involuntary_switches = 0;
};

Usage usage_from(const rusage& usage);  // as wait4 gives it
Usage self_usage();                     // all threads of this process
Usage thread_usage();                   // the calling thread (max_rss_bytes is still the process's)

// Starts the peak of resident memory (VmHWM and ru_maxrss) anew from what is resident now. Throws Error.
void reset_hwm();

}  // namespace effibench
