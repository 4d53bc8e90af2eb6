#include "limits.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>

#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

// glibc types the first argument of setrlimit as an enum in C++ and as int elsewhere.
using Resource = decltype(RLIMIT_CPU);

void set(Resource resource, const char* name, rlim_t wanted) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) {
    throw_errno(std::string("getrlimit ") + name);
  }
  // RLIM_INFINITY is the largest rlim_t, so the minimum also does the right thing for "unlimited".
  const rlim_t value = std::min(wanted, limit.rlim_max);
  limit = {value, value};
  if (::setrlimit(resource, &limit) != 0) {
    throw_errno(std::string("setrlimit ") + name + " to " + std::to_string(value));
  }
}

void set_if_given(Resource resource, const char* name, int64_t wanted) {
  if (wanted >= 0) {
    set(resource, name, static_cast<rlim_t>(wanted));
  }
}

rlim_t sum(std::initializer_list<int64_t> parts) {
  int64_t total = 0;
  for (const int64_t part : parts) {
    total = part > std::numeric_limits<int64_t>::max() - total ? std::numeric_limits<int64_t>::max() : total + part;
  }
  return static_cast<rlim_t>(total);
}

}  // namespace

void apply_limits(const Limits& limits) {
  if (limits.memory_bytes < 0) {
    throw Error("apply_limits: memory_bytes must not be negative, got " + std::to_string(limits.memory_bytes));
  }
  // Read before anything is limited: opening /proc needs a descriptor.
  const std::optional<MemoryStatus> now = memory_status(0);
  if (!now) {
    throw Error("apply_limits: cannot read own memory from /proc/self/status");
  }
  set(RLIMIT_CORE, "CORE", 0);
  set(RLIMIT_MEMLOCK, "MEMLOCK", 0);
  set(RLIMIT_MSGQUEUE, "MSGQUEUE", 0);
  set(RLIMIT_RTPRIO, "RTPRIO", 0);
  set(RLIMIT_NICE, "NICE", 0);
  set_if_given(RLIMIT_CPU, "CPU", limits.cpu_seconds);
  set_if_given(RLIMIT_FSIZE, "FSIZE", limits.file_bytes);
  set_if_given(RLIMIT_NOFILE, "NOFILE", limits.open_files);
  set_if_given(RLIMIT_STACK, "STACK", limits.stack_bytes);
  if (limits.memory_bytes > 0) {
    set(RLIMIT_DATA, "DATA", sum({now->data_bytes, limits.memory_bytes}));
    if (limits.address_slack_bytes >= 0) {
      set(RLIMIT_AS, "AS", sum({now->size_bytes, limits.memory_bytes, limits.address_slack_bytes}));
    }
  }
}

}  // namespace effibench
