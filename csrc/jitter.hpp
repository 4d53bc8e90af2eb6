// How often, and for how long, this machine takes the CPU away from a thread that never gives it up.
//
// A thread that does nothing but read the vDSO clock sees itself run: two readings lie some 20 to 50 ns apart, and
// whatever is longer was spent elsewhere: in an interrupt, in another process, in the hypervisor. The kernel's
// accounting knows only the second of these, so the gaps are the better witness (the idea is that of sysjitter and of
// the kernel's hwlat detector).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace effibench {

// Upper bounds of the bins; what is longer than the last one has a bin of its own.
constexpr std::array<int64_t, 7> kGapBoundsNs = {200, 1'000, 5'000, 20'000, 100'000, 1'000'000, 10'000'000};

// A gap this long is an interruption and not the loop itself: even a clock read through a syscall takes less.
constexpr int64_t kInterruptionNs = 1'000;

struct Jitter {
  std::array<int64_t, kGapBoundsNs.size() + 1> counts{};  // gaps by length: below each bound, and the rest
  int64_t wall_ns = 0;
  int64_t stolen_ns = 0;  // sum of the gaps of kInterruptionNs and more
  int64_t max_gap_ns = 0;
  int64_t involuntary_switches = 0;

  void add(int64_t gap_ns) noexcept {
    std::size_t bin = 0;
    while (bin < kGapBoundsNs.size() && gap_ns >= kGapBoundsNs[bin]) {
      ++bin;
    }
    ++counts[bin];
    if (gap_ns >= kInterruptionNs) {
      stolen_ns += gap_ns;
    }
    if (gap_ns > max_gap_ns) {
      max_gap_ns = gap_ns;
    }
  }
};

// Reads `clock` (a callable that returns ns) until `duration_ns` have passed by it. A template, so that the reading
// is inlined and the loop stays short.
template <typename Clock>
Jitter count_gaps(int64_t duration_ns, Clock clock) {
  Jitter jitter;
  const int64_t start = clock();
  int64_t last = start;
  while (last - start < duration_ns) {
    const int64_t now = clock();
    jitter.add(now - last);
    last = now;
  }
  jitter.wall_ns = last - start;
  return jitter;
}

// Spins on the calling thread, on whatever CPUs it may use. Throws Error unless 0 < duration_ns <= one minute.
Jitter measure_jitter(int64_t duration_ns);

}  // namespace effibench
