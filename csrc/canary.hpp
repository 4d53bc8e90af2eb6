// The canary: two fixed pieces of work that tell, without hardware counters, how fast the CPU is right now.
//
// An integer kernel that touches no memory slows down with the clock frequency and with a busy SMT sibling (it keeps
// all execution units busy, so there is nothing left to share); a walk
// through 1 MiB in random order slows down with a neighbour's pressure on cache and memory. Both are sized once to
// some 50 us; from then on the amount of work is fixed and only its time varies.
#pragma once

#include <cstdint>
#include <vector>

namespace effibench {

class Canary {
 public:
  Canary();
  // Times one run of each kernel, in ns.
  std::int64_t integer_ns();
  std::int64_t walk_ns();

 private:
  std::vector<std::uint32_t> next_;  // one cycle through all cache lines, in random order
  std::int64_t integer_steps_ = 1;
  std::int64_t walk_steps_ = 1;
  volatile std::uint64_t sink_ = 0;  // keeps the work from being optimised away
};

}  // namespace effibench
