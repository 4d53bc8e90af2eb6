#include <cstddef>
#include <vector>

#include "check.hpp"
#include "error.hpp"
#include "jitter.hpp"

using namespace effibench;

namespace {

// Plays back readings; running out of them is a failure of the loop under test.
class Script {
 public:
  explicit Script(const std::vector<int64_t>& gaps) {
    readings_.push_back(1'000'000'000);
    for (const int64_t gap : gaps) {
      readings_.push_back(readings_.back() + gap);
    }
  }
  int64_t operator()() { return readings_.at(next_++); }
  [[nodiscard]] std::size_t unread() const { return readings_.size() - next_; }

 private:
  std::vector<int64_t> readings_;
  std::size_t next_ = 0;
};

int64_t total(const Jitter& jitter) {
  int64_t sum = 0;
  for (const int64_t count : jitter.counts) {
    sum += count;
  }
  return sum;
}

}  // namespace

TEST(each_gap_falls_into_its_bin) {
  // Both sides of every bound.
  const std::vector<int64_t> gaps = {0,      199,    200,    999,     1'000,   4'999,     5'000,     19'999,
                                     20'000, 99'999, 100'000, 999'999, 1'000'000, 9'999'999, 10'000'000, 50'000'000};
  int64_t sum = 0;
  for (const int64_t gap : gaps) {
    sum += gap;
  }
  const Jitter jitter = count_gaps(sum, Script(gaps));
  for (const int64_t count : jitter.counts) {
    CHECK(count == 2);
  }
  CHECK(jitter.wall_ns == sum);
  CHECK(jitter.max_gap_ns == 50'000'000);
}

TEST(stolen_is_the_sum_of_the_interruptions) {
  const Jitter jitter = count_gaps(10'030, Script({10, 999, 1'000, 21, 8'000}));
  CHECK(jitter.stolen_ns == 9'000);
  CHECK(jitter.max_gap_ns == 8'000);
  CHECK(jitter.wall_ns == 10'030);
}

TEST(a_quiet_machine_has_nothing_stolen) {
  const Jitter jitter = count_gaps(100, Script(std::vector<int64_t>(4, 25)));
  CHECK(jitter.stolen_ns == 0);
  CHECK(jitter.counts[0] == 4);
}

TEST(the_loop_ends_with_the_reading_that_reaches_the_duration) {
  Script script({60, 39, 1, 100});
  const Jitter jitter = count_gaps(100, [&script] { return script(); });
  CHECK(total(jitter) == 3);
  CHECK(jitter.wall_ns == 100);
  CHECK(script.unread() == 1);
}

TEST(a_gap_over_the_end_counts_in_full) {
  const Jitter jitter = count_gaps(100, Script({90, 2'000'000}));
  CHECK(jitter.wall_ns == 2'000'090);
  CHECK(jitter.stolen_ns == 2'000'000);
}

TEST(the_real_clock_accounts_for_all_of_the_time) {
  const Jitter jitter = measure_jitter(2'000'000);
  CHECK(jitter.wall_ns >= 2'000'000);
  CHECK(jitter.stolen_ns <= jitter.wall_ns);
  CHECK(jitter.max_gap_ns <= jitter.wall_ns);
  CHECK(total(jitter) > 1);
  CHECK(jitter.involuntary_switches >= 0);
}

TEST(nonsense_durations_are_refused) {
  CHECK_THROWS(measure_jitter(0), Error);
  CHECK_THROWS(measure_jitter(-1), Error);
  CHECK_THROWS(measure_jitter(60'000'000'001), Error);
}

TEST_MAIN
