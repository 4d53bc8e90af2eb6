// Hardware counters of a process through perf_event_open. Optional in every way: virtual machines have no
// such counters, containers forbid the call, and a busy PMU shares them out. What isn't known is nullopt, never 0.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "fd.hpp"

namespace effibench {

struct CounterReading {
  std::optional<int64_t> instructions;
  std::optional<int64_t> cycles;
  std::optional<int64_t> ref_cycles;
  std::optional<int64_t> cache_misses;
  std::optional<int64_t> branch_misses;
  std::optional<int64_t> task_clock_ns;
};

class Counters {
 public:
  // Counts `pid` (0: the caller), user mode only, with the threads and children it makes from now on. Nothing is
  // counted if this fails; `reason`, if not null, then says why, and also which single counters are missing.
  static Counters open(pid_t pid, std::string* reason);

  [[nodiscard]] bool available() const noexcept;

  // Since open or reset. A counter that had the PMU for a part of the time is scaled up to the whole; one that
  // never had it is nullopt. Throws Error.
  [[nodiscard]] CounterReading read() const;
  void reset();

 private:
  static constexpr std::size_t kCount = 6;
  struct Raw {
    uint64_t value = 0;
    uint64_t enabled_ns = 0;
    uint64_t running_ns = 0;
  };
  [[nodiscard]] Raw read_raw(std::size_t which) const;

  std::array<Fd, kCount> fds_;
  std::array<Raw, kCount> start_{};
};

}  // namespace effibench
