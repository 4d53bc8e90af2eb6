#include "canary.hpp"

#include <algorithm>
#include <numeric>
#include <random>

#include "clock.hpp"

namespace effibench {
namespace {

constexpr std::int64_t kTargetNs = 50'000;
constexpr std::int64_t kWarmWalkNs = 10'000;  // what it takes just after another one; in earnest the caches are cold
constexpr std::size_t kWalkBytes = 1U << 20U;
constexpr std::size_t kLineWords = 16;  // a cache line of 64 bytes

std::uint64_t spin(std::int64_t steps) {
  // Four chains that do not need each other keep the execution units busy: a single one would leave room for a busy
  // SMT sibling and never feel it.
  std::uint64_t a = 0x9E3779B97F4A7C15U;
  std::uint64_t b = 0xBF58476D1CE4E5B9U;
  std::uint64_t c = 0x94D049BB133111EBU;
  std::uint64_t d = 0xD6E8FEB86659FD93U;
  const auto stir = [](std::uint64_t& state) {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
  };
  for (std::int64_t step = 0; step < steps; ++step) {
    stir(a);
    stir(b);
    stir(c);
    stir(d);
  }
  return a ^ b ^ c ^ d;
}

std::uint64_t walk(const std::vector<std::uint32_t>& next, std::int64_t steps) {
  std::uint32_t at = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    at = next[at];
  }
  return at;
}

// How many steps fill the target, by the fastest of several tries: a disturbed one would make the canary too short.
template <typename Work>
std::int64_t calibrate(Work work, std::int64_t target_ns) {
  constexpr std::int64_t kTrial = 20'000;
  std::int64_t best = INT64_MAX;
  for (int round = 0; round < 8; ++round) {
    const std::int64_t begin = now_ns();
    work(kTrial);
    best = std::min(best, std::max<std::int64_t>(1, now_ns() - begin));
  }
  return std::max<std::int64_t>(1, kTrial * target_ns / best);
}

}  // namespace

Canary::Canary() : next_(kWalkBytes / sizeof(std::uint32_t)) {
  std::vector<std::uint32_t> lines(next_.size() / kLineWords);
  std::iota(lines.begin(), lines.end(), 0U);
  std::shuffle(lines.begin() + 1, lines.end(), std::minstd_rand(1));  // fixed: every canary walks the same way
  for (std::size_t index = 0; index < lines.size(); ++index) {
    next_[lines[index] * kLineWords] = static_cast<std::uint32_t>(lines[(index + 1) % lines.size()] * kLineWords);
  }
  integer_steps_ = calibrate([this](std::int64_t steps) { sink_ = spin(steps); }, kTargetNs);
  walk_steps_ = calibrate([this](std::int64_t steps) { sink_ = walk(next_, steps); }, kWarmWalkNs);
}

std::int64_t Canary::integer_ns() {
  const std::int64_t begin = now_ns();
  sink_ = spin(integer_steps_);
  return now_ns() - begin;
}

std::int64_t Canary::walk_ns() {
  const std::int64_t begin = now_ns();
  sink_ = walk(next_, walk_steps_);
  return now_ns() - begin;
}

}  // namespace effibench
