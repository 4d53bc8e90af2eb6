#include "clock.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "error.hpp"

namespace effibench {
namespace {

int64_t read_clock(clockid_t clock, const char* what) {
  timespec time{};
  check(::clock_gettime(clock, &time), what);
  return timespec_ns(time);
}

}  // namespace

int64_t process_cpu_ns() { return read_clock(CLOCK_PROCESS_CPUTIME_ID, "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)"); }

int64_t thread_cpu_ns() { return read_clock(CLOCK_THREAD_CPUTIME_ID, "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"); }

int64_t process_cpu_ns(pid_t pid) {
  const std::string what = "CPU clock of process " + std::to_string(pid);
  clockid_t clock{};
  if (const int code = ::clock_getcpuclockid(pid, &clock); code != 0) {
    throw Error(what, code);
  }
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) {
    // The kernel says EINVAL for the clock of a process that ended after the look-up.
    throw Error(what, errno == EINVAL ? ESRCH : errno);
  }
  return timespec_ns(time);
}

ClockCost calibrate_clock(int windows) {
  if (windows <= 0) {
    throw Error("calibrate_clock: windows must be positive, got " + std::to_string(windows));
  }
  // Filled before the loop, so that no page fault lands in a window.
  std::vector<int64_t> gaps(static_cast<std::size_t>(windows), 1);
  for (int64_t& gap : gaps) {
    const int64_t start = now_ns();
    const int64_t stop = now_ns();
    gap = stop - start;
  }
  std::sort(gaps.begin(), gaps.end());
  const auto at = [&gaps](std::size_t percent) { return gaps[(gaps.size() - 1) * percent / 100]; };
  return {gaps.front(), at(50), at(99)};
}

}  // namespace effibench
