#include "sampler.hpp"

#include <sched.h>

#include <algorithm>

#include "clock.hpp"
#include "usage.hpp"

namespace effibench {

Sample take_sample(const Operation& operation, std::int64_t clock_cost_ns) {
  Sample sample;
  const Usage usage_before = self_usage();
  const std::int64_t process_before = process_cpu_ns();
  const std::int64_t thread_before = thread_cpu_ns();
  sample.cpu_before = ::sched_getcpu();
  (void)now_ns();  // system calls cool the clock's path down; the reading that counts shall be a warm one
  const std::int64_t begin = now_ns();
  operation.call(operation.context);
  const std::int64_t end = now_ns();
  sample.cpu_after = ::sched_getcpu();
  sample.thread_cpu_ns = thread_cpu_ns() - thread_before;
  sample.process_cpu_ns = process_cpu_ns() - process_before;
  const Usage usage_after = self_usage();
  sample.raw_wall_ns = end - begin;
  sample.wall_ns = std::max<std::int64_t>(0, sample.raw_wall_ns - clock_cost_ns);
  sample.minor_faults = usage_after.minor_faults - usage_before.minor_faults;
  sample.major_faults = usage_after.major_faults - usage_before.major_faults;
  sample.voluntary_switches = usage_after.voluntary_switches - usage_before.voluntary_switches;
  sample.involuntary_switches = usage_after.involuntary_switches - usage_before.involuntary_switches;
  return sample;
}

}  // namespace effibench
