// The clocks: one for windows (monotonic, through the vDSO) and the kernel's CPU accounting.
//
// CLOCK_MONOTONIC costs about 20 ns because the vDSO answers without entering the kernel; the CPU clocks
// are real syscalls of about 1 us, so they are read outside the timed window.
#pragma once

#include <sys/types.h>
#include <time.h>

#include <cstdint>

namespace effibench {

constexpr int64_t kNanosecondsPerSecond = 1'000'000'000;

inline int64_t timespec_ns(const timespec& time) noexcept {
  return static_cast<int64_t>(time.tv_sec) * kNanosecondsPerSecond + static_cast<int64_t>(time.tv_nsec);
}

// Unchecked on purpose: with this clock id and a valid pointer the call can't fail, and a branch here
// would be inside every timed window.
inline int64_t now_ns() noexcept {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return timespec_ns(time);
}

// CPU time of all threads of this process, and of the calling thread.
int64_t process_cpu_ns();
int64_t thread_cpu_ns();

// CPU time of another process, as the kernel accounts it. Works for a zombie that is not yet reaped;
// throws Error (ESRCH) when there is no such process.
int64_t process_cpu_ns(pid_t pid);

// The cost of an empty window. Only `min_ns` is ever subtracted from a measurement; `p99_ns` tells how long
// a window must be for its resolution to be good.
struct ClockCost {
  int64_t min_ns;
  int64_t p50_ns;
  int64_t p99_ns;
};
ClockCost calibrate_clock(int windows = 10000);

}  // namespace effibench
