#include "jitter.hpp"

#include <string>

#include "clock.hpp"
#include "error.hpp"
#include "usage.hpp"

namespace effibench {

Jitter measure_jitter(int64_t duration_ns) {
  constexpr int64_t kLongest = 60 * kNanosecondsPerSecond;
  if (duration_ns <= 0 || duration_ns > kLongest) {
    throw Error("measure_jitter: duration_ns must be in 1 to " + std::to_string(kLongest) + ", got " +
                std::to_string(duration_ns));
  }
  const int64_t before = thread_usage().involuntary_switches;
  Jitter jitter = count_gaps(duration_ns, now_ns);
  jitter.involuntary_switches = thread_usage().involuntary_switches - before;
  return jitter;
}

}  // namespace effibench
