#include "affinity.hpp"

#include <algorithm>
#include <filesystem>

#include "check.hpp"
#include "error.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;
namespace fs = std::filesystem;

namespace {
const std::string kCpu = "devices/system/cpu/";
}  // namespace

TEST(lists_parse_and_print) {
  CHECK((parse_cpu_list("0-3,8\n") == CpuSet{0, 1, 2, 3, 8}));
  CHECK((parse_cpu_list("5,1,1-2") == CpuSet{1, 2, 5}));
  CHECK(parse_cpu_list("\n").empty());
  CHECK(format_cpu_list({0, 1, 2, 3, 8, 10, 11}) == "0-3,8,10-11");
  CHECK(format_cpu_list({}).empty());
  for (const char* bad : {"a", "1-", "-1", "3-1", "1,,2", "1,", ",1", "1 2", "0-99999999", "0-3:1/2"}) {
    CHECK_THROWS(parse_cpu_list(bad), Error);
  }
}

TEST(pinning_a_child) {
  const CpuSet all = allowed_cpus();
  CHECK(!all.empty());
  CHECK(in_child([&all] {
          set_affinity(0, {all.back()});
          return allowed_cpus() == CpuSet{all.back()} ? 0 : 1;
        }) == 0);
  CHECK(allowed_cpus() == all);
  CHECK_THROWS(set_affinity(0, {}), Error);
  CHECK_THROWS(set_affinity(0, {-1}), Error);
  CHECK_THROWS(set_affinity(0, {100000}), Error);
  CHECK_THROWS(allowed_cpus(-5), Error);
}

TEST(cores_of_a_two_socket_smt_machine) {
  const Folder sys;
  for (int cpu = 0; cpu < 8; ++cpu) {
    const std::string folder = kCpu + "cpu" + std::to_string(cpu);
    const int core = cpu % 4;
    sys.write(folder + "/topology/core_cpus_list", std::to_string(core) + "," + std::to_string(core + 4) + "\n");
    sys.write(folder + "/topology/physical_package_id", core < 2 ? "0\n" : "1\n");
    fs::create_directories(fs::path(sys.path()) / folder / (core < 2 ? "node0" : "node3"));
  }
  sys.write(kCpu + "isolated", "3,6-7\n");
  const auto cores = physical_cores(parse_cpu_list("0-6"), sys.path());
  CHECK(cores.size() == 4);
  CHECK((cores[0].cpus == CpuSet{0, 4}) && cores[0].package == 0 && cores[0].node == 0);
  CHECK((cores[2].cpus == CpuSet{2, 6}) && cores[2].package == 1 && cores[2].node == 3);
  CHECK(!cores[2].isolated);  // CPU 2 is not
  CHECK((cores[3].cpus == CpuSet{3}) && cores[3].isolated);  // CPU 7 is not allowed
}

TEST(old_file_name_and_no_files) {
  const Folder sys;
  sys.write(kCpu + "cpu0/topology/thread_siblings_list", "0-1\n");
  const auto cores = physical_cores({0, 1, 300}, sys.path());
  CHECK(cores.size() == 2);
  CHECK((cores[0].cpus == CpuSet{0, 1}) && (cores[1].cpus == CpuSet{300}));
  CHECK(cores[1].package == 0 && cores[1].node == 0 && !cores[1].isolated);
  CHECK(physical_cores({}, sys.path()).empty());
}

TEST(this_machine_is_covered_exactly_once) {
  CpuSet seen;
  for (const Core& core : physical_cores(allowed_cpus())) {
    seen.insert(seen.end(), core.cpus.begin(), core.cpus.end());
  }
  std::sort(seen.begin(), seen.end());
  CHECK(seen == allowed_cpus());
}

TEST_MAIN
