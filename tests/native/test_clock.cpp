#include <sys/wait.h>
#include <unistd.h>

#include "check.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
void burn(int64_t cpu_ns) {
  const int64_t until = thread_cpu_ns() + cpu_ns;
  while (thread_cpu_ns() < until) {
  }
}
}  // namespace

TEST(monotonic_never_goes_back) {
  int64_t last = now_ns();
  for (int i = 0; i < 1000; ++i) {
    const int64_t next = now_ns();
    CHECK(next >= last);
    last = next;
  }
}

TEST(cpu_clocks_advance_with_work) {
  const int64_t process = process_cpu_ns();
  const int64_t thread = thread_cpu_ns();
  burn(2'000'000);
  CHECK(process_cpu_ns() - process >= 2'000'000);
  CHECK(thread_cpu_ns() - thread >= 2'000'000);
}

TEST(cpu_clock_of_a_child_and_of_a_zombie) {
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    burn(5'000'000);
    ::_exit(0);
  }
  siginfo_t info{};
  must(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), "waitid");
  CHECK(process_cpu_ns(child) >= 5'000'000);
  must(::waitpid(child, nullptr, 0), "waitpid");
  CHECK_THROWS(process_cpu_ns(child), Error);
}

TEST(own_pid_is_accepted) { CHECK(process_cpu_ns(::getpid()) > 0); }

TEST(calibration_is_ordered) {
  const ClockCost cost = calibrate_clock(2000);
  CHECK(cost.min_ns >= 0);
  CHECK(cost.min_ns <= cost.p50_ns);
  CHECK(cost.p50_ns <= cost.p99_ns);
  CHECK(calibrate_clock(1).min_ns >= 0);
  CHECK_THROWS(calibrate_clock(0), Error);
}

TEST_MAIN
