#include "limits.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "check.hpp"
#include "clock.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
using Resource = decltype(RLIMIT_CPU);

bool is(Resource resource, rlim_t value) {
  rlimit limit{};
  must(::getrlimit(resource, &limit), "getrlimit");
  return limit.rlim_cur == value && limit.rlim_max == value;
}

bool can_map(std::size_t bytes, int protection) {
  void* const block = ::mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED) {
    return false;
  }
  ::munmap(block, bytes);
  return true;
}
constexpr std::size_t kMiB = 1 << 20;
}  // namespace

TEST(soft_equals_hard) {
  CHECK(in_child([] {
          Limits limits;
          limits.cpu_seconds = 7;
          limits.file_bytes = 1000;
          limits.open_files = 30;
          limits.stack_bytes = 4 << 20;
          apply_limits(limits);
          const bool ok = is(RLIMIT_CPU, 7) && is(RLIMIT_FSIZE, 1000) && is(RLIMIT_NOFILE, 30) &&
                          is(RLIMIT_STACK, 4 << 20) && is(RLIMIT_CORE, 0) && is(RLIMIT_MEMLOCK, 0) &&
                          is(RLIMIT_MSGQUEUE, 0) && is(RLIMIT_RTPRIO, 0) && is(RLIMIT_NICE, 0);
          return ok ? 0 : 1;
        }) == 0);
}

TEST(negative_means_as_inherited) {
  CHECK(in_child([] {
          rlimit before[2];
          rlimit after[2];
          ::getrlimit(RLIMIT_CPU, &before[0]);
          ::getrlimit(RLIMIT_DATA, &before[1]);
          apply_limits({});
          ::getrlimit(RLIMIT_CPU, &after[0]);
          ::getrlimit(RLIMIT_DATA, &after[1]);
          return before[0].rlim_cur == after[0].rlim_cur && before[1].rlim_cur == after[1].rlim_cur ? 0 : 1;
        }) == 0);
}

TEST(inherited_hard_limit_is_respected) {
  CHECK(in_child([] {
          const rlimit lower{20, 25};
          must(::setrlimit(RLIMIT_NOFILE, &lower), "setrlimit");
          Limits limits;
          limits.open_files = 1000;
          apply_limits(limits);
          return is(RLIMIT_NOFILE, 25) ? 0 : 1;
        }) == 0);
}

TEST(memory_is_a_budget_above_what_is_there) {
  CHECK(in_child([] {
          Limits limits;
          limits.memory_bytes = 256 * kMiB;
          limits.address_slack_bytes = 512 * kMiB;
          apply_limits(limits);
          const bool data = can_map(200 * kMiB, PROT_READ | PROT_WRITE) && !can_map(300 * kMiB, PROT_READ | PROT_WRITE);
          const bool space = can_map(700 * kMiB, PROT_NONE) && !can_map(900 * kMiB, PROT_NONE);
          return data && space ? 0 : 1;
        }) == 0);
}

TEST(negative_slack_leaves_the_address_space_alone) {
  CHECK(in_child([] {
          Limits limits;
          limits.memory_bytes = 64 * kMiB;
          limits.address_slack_bytes = -1;
          apply_limits(limits);
          return can_map(std::size_t{1} << 40, PROT_NONE) && !can_map(100 * kMiB, PROT_READ | PROT_WRITE) ? 0 : 1;
        }) == 0);
}

TEST(huge_budgets_do_not_overflow) {
  CHECK(in_child([] {
          Limits limits;
          limits.memory_bytes = INT64_MAX;
          apply_limits(limits);
          return can_map(64 * kMiB, PROT_READ | PROT_WRITE) ? 0 : 1;
        }) == 0);
}

TEST(cpu_limit_kills_in_spite_of_handlers) {
  CHECK(in_child([] {
          ::signal(SIGXCPU, SIG_IGN);
          Limits limits;
          limits.cpu_seconds = 1;
          apply_limits(limits);
          while (process_cpu_ns() < 5 * kNanosecondsPerSecond) {
          }
          return 0;
        }) == 128 + SIGKILL);
}

TEST(file_size_limit) {
  CHECK(in_child([] {
          ::signal(SIGXFSZ, SIG_IGN);
          Limits limits;
          limits.file_bytes = 10;
          apply_limits(limits);
          const int fd = ::open("/tmp", O_TMPFILE | O_WRONLY, 0600);
          return ::write(fd, "0123456789abc", 13) == 10 && ::write(fd, "x", 1) == -1 && errno == EFBIG ? 0 : 1;
        }) == 0);
}

TEST(negative_memory_is_refused) {
  Limits limits;
  limits.memory_bytes = -1;
  CHECK_THROWS((apply_limits(limits), 0), Error);
}

TEST_MAIN
