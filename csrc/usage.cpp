#include "usage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "clock.hpp"
#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

int64_t nanoseconds(const timeval& time) {
  return static_cast<int64_t>(time.tv_sec) * kNanosecondsPerSecond + static_cast<int64_t>(time.tv_usec) * 1000;
}

Usage read_usage(int who, const char* what) {
  rusage usage{};
  check(::getrusage(static_cast<decltype(RUSAGE_SELF)>(who), &usage), what);
  Usage result = usage_from(usage);
  result.wall_ns = now_ns();
  return result;
}

}  // namespace

Usage usage_from(const rusage& usage) {
  Usage result;
  result.user_ns = nanoseconds(usage.ru_utime);
  result.system_ns = nanoseconds(usage.ru_stime);
  result.max_rss_bytes = static_cast<int64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
  result.minor_faults = usage.ru_minflt;
  result.major_faults = usage.ru_majflt;
  result.voluntary_switches = usage.ru_nvcsw;
  result.involuntary_switches = usage.ru_nivcsw;
  return result;
}

Usage self_usage() { return read_usage(RUSAGE_SELF, "getrusage(RUSAGE_SELF)"); }

Usage thread_usage() { return read_usage(RUSAGE_THREAD, "getrusage(RUSAGE_THREAD)"); }

void reset_hwm() {
  const Fd fd(::open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC));
  if (!fd || ::write(fd.get(), "5", 1) != 1) {
    throw_errno("reset the memory peak through /proc/self/clear_refs");
  }
}

}  // namespace effibench
