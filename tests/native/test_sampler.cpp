#include "sampler.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

#include "affinity.hpp"
#include "check.hpp"
#include "support.hpp"

using namespace effibench;

namespace {

void count(void* context) { ++*static_cast<int*>(context); }

}  // namespace

TEST(calls_once_and_subtracts_the_clock_only) {
  int calls = 0;
  const Sample sample = take_sample({count, &calls}, 7);
  CHECK(calls == 1);
  CHECK(sample.raw_wall_ns >= 0);
  CHECK(sample.wall_ns == (sample.raw_wall_ns > 7 ? sample.raw_wall_ns - 7 : 0));
  CHECK(sample.thread_cpu_ns >= 0 && sample.process_cpu_ns >= 0);
  CHECK(sample.gc_collections == -1);
}

TEST(a_window_below_the_clock_is_zero_not_negative) {
  int calls = 0;
  const Sample sample = take_sample({count, &calls}, 1'000'000'000'000);
  CHECK(sample.wall_ns == 0 && sample.raw_wall_ns < 1'000'000'000'000);
}

TEST(page_faults_of_the_call_are_counted) {
  constexpr int kPages = 64;
  static const auto page = static_cast<std::size_t>(support::must(::sysconf(_SC_PAGESIZE), "sysconf"));
  void* const area = ::mmap(nullptr, kPages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  CHECK(area != MAP_FAILED);
  (void)::madvise(area, kPages * page, MADV_NOHUGEPAGE);
  const auto touch = [](void* context) {
    for (std::size_t index = 0; index < kPages; ++index) {
      static_cast<volatile char*>(context)[index * page] = 1;
    }
  };
  const Sample fresh = take_sample({touch, area}, 0);
  CHECK(fresh.minor_faults >= kPages);
  CHECK(fresh.major_faults == 0);
  ::munmap(area, kPages * page);
}

TEST(a_sleeping_call_switches_voluntarily) {
  const auto nap = [](void*) { (void)::usleep(1000); };
  const Sample sample = take_sample({nap, nullptr}, 0);
  CHECK(sample.voluntary_switches >= 1);
  CHECK(sample.raw_wall_ns >= 1'000'000);
}

TEST(the_cpu_before_and_after_are_told) {
  const CpuSet allowed = allowed_cpus();
  CHECK(support::in_child([&] {
          set_affinity(0, {allowed.front()});
          CpuSet moved{allowed.back()};
          const auto move = [](void* context) { set_affinity(0, *static_cast<CpuSet*>(context)); };
          const Sample sample = take_sample({move, &moved}, 0);
          return sample.cpu_before == allowed.front() && sample.cpu_after == allowed.back() ? 0 : 1;
        }) == 0);
}

TEST(what_the_operation_throws_passes_through) {
  const auto fail = [](void*) { throw std::domain_error("thrown"); };
  CHECK_THROWS(take_sample({fail, nullptr}, 0), std::domain_error);
}

TEST_MAIN
