#include "usage.hpp"

#include <sys/mman.h>

#include <cstring>
#include <thread>

#include "check.hpp"
#include "clock.hpp"
#include "procfs.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
void touch_once(std::size_t bytes) {
  void* const block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) {
    throw_errno("mmap");
  }
  ::madvise(block, bytes, MADV_NOHUGEPAGE);
  std::memset(block, 1, bytes);
  must(::munmap(block, bytes), "munmap");
}
}  // namespace

TEST(fields_and_units) {
  rusage raw{};
  raw.ru_utime = {2, 3};
  raw.ru_stime = {0, 500000};
  raw.ru_maxrss = 10;
  raw.ru_minflt = 4;
  raw.ru_majflt = 5;
  raw.ru_nvcsw = 6;
  raw.ru_nivcsw = 7;
  const Usage usage = usage_from(raw);
  CHECK(usage.wall_ns == 0 && usage.user_ns == 2'000'003'000 && usage.system_ns == 500'000'000);
  CHECK(usage.max_rss_bytes == 10240 && usage.minor_faults == 4 && usage.major_faults == 5);
  CHECK(usage.voluntary_switches == 6 && usage.involuntary_switches == 7);
}

TEST(faults_and_switches_are_counted) {
  const Usage before = self_usage();
  touch_once(8 << 20);
  ::usleep(1000);
  const Usage after = self_usage();
  CHECK(after.minor_faults - before.minor_faults >= 2048);
  CHECK(after.voluntary_switches > before.voluntary_switches);
  CHECK(after.wall_ns > before.wall_ns);
}

TEST(threads_are_told_apart) {
  const Usage before = thread_usage();
  std::thread worker([] { touch_once(8 << 20); });
  worker.join();
  CHECK(thread_usage().minor_faults - before.minor_faults < 2048);
}

TEST(peak_can_be_reset) {
  touch_once(128 << 20);
  const auto high = memory_status(0);
  CHECK(high && high->hwm_bytes - high->rss_bytes > 64 << 20);
  reset_hwm();
  const auto low = memory_status(0);
  CHECK(low && low->hwm_bytes - low->rss_bytes < 16 << 20);
  CHECK(self_usage().max_rss_bytes <= high->hwm_bytes);
}

TEST_MAIN
