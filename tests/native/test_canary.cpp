#include "canary.hpp"

#include "check.hpp"
#include "clock.hpp"

using namespace effibench;

// Times depend on the machine; that there is work, and that it is the same every time, does not.
TEST(both_kernels_take_time) {
  Canary canary;
  CHECK(canary.integer_ns() > 1'000);
  CHECK(canary.walk_ns() > 1'000);
}

TEST(what_it_reports_is_within_what_it_took) {
  Canary canary;
  const std::int64_t begin = now_ns();
  const std::int64_t integer = canary.integer_ns();
  const std::int64_t walk = canary.walk_ns();
  CHECK(integer + walk <= now_ns() - begin);
}

int main() { return check::run(); }
