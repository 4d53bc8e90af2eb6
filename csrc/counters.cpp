#include "counters.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

struct Kind {
  const char* name;
  uint32_t type;
  uint64_t config;
  std::optional<int64_t> CounterReading::*field;
};

// The task clock comes first: it leads the group, because the kernel always has it.
constexpr Kind kKinds[] = {
    {"task_clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, &CounterReading::task_clock_ns},
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, &CounterReading::instructions},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, &CounterReading::cycles},
    {"ref_cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES, &CounterReading::ref_cycles},
    {"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, &CounterReading::cache_misses},
    {"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES, &CounterReading::branch_misses},
};

Fd open_counter(const Kind& kind, pid_t pid, int group) {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = kind.type;
  attributes.config = kind.config;
  // One read per counter and not one of the whole group: kernels refuse group reads together with inherit.
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  if (group < 0) {
    attributes.disabled = 1;  // the leader, which starts all of them
  }
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;  // all that perf_event_paranoid = 2 permits
  attributes.exclude_hv = 1;
  return Fd(static_cast<int>(::syscall(SYS_perf_event_open, &attributes, pid, -1, group, PERF_FLAG_FD_CLOEXEC)));
}

std::string explain(int code) {
  std::string text = Error("perf_event_open", code).what();
  if (code == EACCES || code == EPERM) {
    const std::string path = "/proc/sys/kernel/perf_event_paranoid";
    std::string level = try_read_file(path).value_or("unknown\n");
    level.pop_back();
    text += " (kernel.perf_event_paranoid is " + level + "; 2 or less is needed, and no container filter)";
  }
  return text;
}

}  // namespace

Counters Counters::open(pid_t pid, std::string* reason) {
  static_assert(std::size(kKinds) == kCount);
  std::string missing;
  Counters counters;
  for (std::size_t which = 0; which < kCount; ++which) {
    counters.fds_[which] = open_counter(kKinds[which], pid, counters.fds_[0].get());
    if (counters.fds_[which]) {
      continue;
    }
    const int code = errno;
    missing += (missing.empty() ? "" : "; ") + std::string(kKinds[which].name) + ": " + explain(code);
    if (which == 0) {
      break;  // no leader: not even software counters are permitted
    }
  }
  if (counters.available()) {
    check(::ioctl(counters.fds_[0].get(), PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP), "ioctl(PERF_EVENT_IOC_ENABLE)");
  }
  if (reason != nullptr) {
    *reason = missing;
  }
  return counters;
}

bool Counters::available() const noexcept { return static_cast<bool>(fds_[0]); }

Counters::Raw Counters::read_raw(std::size_t which) const {
  Raw raw;
  const ssize_t count = check(::read(fds_[which].get(), &raw, sizeof raw), "read a performance counter");
  // End of file: the kernel could not put this counter on the PMU at all (an error state). It never ran.
  return count == static_cast<ssize_t>(sizeof raw) ? raw : Raw{};
}

CounterReading Counters::read() const {
  CounterReading reading;
  for (std::size_t which = 0; which < kCount; ++which) {
    if (!fds_[which]) {
      continue;
    }
    const Raw now = read_raw(which);
    const uint64_t value = now.value - start_[which].value;
    const uint64_t enabled = now.enabled_ns - start_[which].enabled_ns;
    const uint64_t running = now.running_ns - start_[which].running_ns;
    if (running == 0) {
      continue;
    }
    const double share = static_cast<double>(enabled) / static_cast<double>(running);
    reading.*kKinds[which].field =
        static_cast<int64_t>(running < enabled ? static_cast<uint64_t>(static_cast<double>(value) * share) : value);
  }
  return reading;
}

void Counters::reset() {
  // By remembering instead of PERF_EVENT_IOC_RESET, which leaves the enabled and running times as they are.
  for (std::size_t which = 0; which < kCount; ++which) {
    if (fds_[which]) {
      start_[which] = read_raw(which);
    }
  }
}

}  // namespace effibench
