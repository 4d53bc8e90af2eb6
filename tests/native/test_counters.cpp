#include "counters.hpp"

#include <signal.h>

#include <thread>

#include "check.hpp"
#include "clock.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
void burn(int64_t cpu_ns) {
  const int64_t until = thread_cpu_ns() + cpu_ns;
  while (thread_cpu_ns() < until) {
  }
}

const std::optional<int64_t> CounterReading::*const kAll[] = {
    &CounterReading::instructions, &CounterReading::cycles,        &CounterReading::ref_cycles,
    &CounterReading::cache_misses, &CounterReading::branch_misses, &CounterReading::task_clock_ns};
}  // namespace

TEST(absent_is_null_with_a_reason) {
  std::string reason = "old";
  const Counters counters = Counters::open(0, &reason);
  burn(2'000'000);
  int present = 0;
  if (counters.available()) {
    const CounterReading reading = counters.read();
    for (const auto field : kAll) {
      present += (reading.*field).has_value() ? 1 : 0;
    }
    CHECK(present >= 1);
    CHECK(!reading.instructions || *reading.instructions > 10'000);
    CHECK(!reading.cycles || *reading.cycles > 10'000);
  }
  CHECK((present == 6) == reason.empty());
}

TEST(task_clock_follows_threads_and_resets) {
  Counters counters = Counters::open(0, nullptr);
  if (!counters.available()) {
    std::fprintf(stderr, "       (perf_event_open is not permitted here)\n");
    return;
  }
  burn(3'000'000);
  std::thread worker([] { burn(5'000'000); });
  worker.join();
  const auto both = counters.read().task_clock_ns;
  CHECK(both && *both >= 7'000'000);
  counters.reset();
  burn(1'000'000);
  const auto after = counters.read().task_clock_ns;
  CHECK(after && *after >= 500'000 && *after < *both);
}

TEST(other_process_and_no_process) {
  std::string reason;
  const pid_t gone = zombie();
  must(::waitpid(gone, nullptr, 0), "waitpid");
  CHECK(!Counters::open(gone, &reason).available());
  CHECK(reason.find("task_clock") != std::string::npos);
  CHECK(!Counters::open(gone, nullptr).read().task_clock_ns.has_value());

  int gate[2];
  must(::pipe(gate), "pipe");
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    char byte = 0;
    [[maybe_unused]] const ssize_t count = ::read(gate[0], &byte, 1);
    burn(3'000'000);
    ::_exit(0);
  }
  const Counters counters = Counters::open(child, &reason);
  must(::write(gate[1], "x", 1), "write");
  must(::waitpid(child, nullptr, 0), "waitpid");
  if (counters.available()) {
    const auto clock = counters.read().task_clock_ns;
    CHECK(clock && *clock >= 2'000'000);  // readable after the process ended
  }
  ::close(gate[0]);
  ::close(gate[1]);
}

TEST_MAIN
