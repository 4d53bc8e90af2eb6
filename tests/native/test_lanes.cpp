#include "lanes.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <set>

#include "check.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
// 2 sockets x 2 cores x 2 threads: cores {0,4} {1,5} on socket 0, {2,6} {3,7} on socket 1.
std::vector<Core> machine() {
  std::vector<Core> cores;
  for (int core = 0; core < 4; ++core) {
    cores.push_back({core / 2, core / 2, {core, core + 4}, false});
  }
  return cores;
}
}  // namespace

TEST(timing_lanes_exclude_each_other) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  auto first = table.try_acquire(1, true);
  CHECK(first && first->cpus() == CpuSet{3});  // the highest core, its first CPU only
  CHECK(first->cores().size() == 1 && (first->cores()[0].cpus == CpuSet{3, 7}));
  auto pair = table.try_acquire(2, true);
  CHECK(pair && (pair->cpus() == CpuSet{0, 1}));  // socket 1 has only one core left
  CHECK(!table.try_acquire(2, true));
  auto last = table.try_acquire(1, true);
  CHECK(last && last->cpus() == CpuSet{2});
  CHECK(!table.try_acquire(1, true) && !table.try_acquire(1, false));
  first.reset();
  last.reset();
  CHECK(table.try_acquire(2, true)->cpus() == (CpuSet{2, 3}));
  CHECK_THROWS(table.try_acquire(0, true), Error);
}

TEST(wide_lane_spans_sockets_only_if_it_must) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  const auto wide = table.try_acquire(3, true);
  CHECK(wide && (wide->cpus() == CpuSet{1, 2, 3}));
  CHECK(!LaneTable(folder.path("lanes"), machine()).try_acquire(5, true));
}

TEST(isolated_cores_first) {
  const Folder folder;
  auto cores = machine();
  cores[1].isolated = true;
  LaneTable table(folder.path("lanes"), cores);
  CHECK(table.try_acquire(1, true)->cpus() == CpuSet{1});
}

TEST(judging_lanes_share_cores_but_not_cpus) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  const auto timing = table.try_acquire(1, true);
  std::vector<LaneLease> judges;
  std::set<int> cpus;
  while (auto lease = table.try_acquire(1, false)) {
    cpus.insert(lease->cpus().front());
    judges.push_back(std::move(*lease));
  }
  CHECK(judges.size() == 6 && (cpus == std::set<int>{0, 1, 2, 4, 5, 6}));
  CHECK((judges[0].cpus() == CpuSet{0}) && (judges[1].cpus() == CpuSet{4}));  // packed
  CHECK(!table.try_acquire(1, true));  // every core has a judge
  judges.erase(judges.begin(), judges.begin() + 2);
  CHECK(table.try_acquire(1, true)->cpus() == CpuSet{0});
  CHECK(table.try_acquire(2, false)->cpus() == (CpuSet{0, 4}));
}

TEST(failed_request_holds_nothing) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  CHECK(!table.try_acquire(9, false));
  CHECK(!table.try_acquire(5, true));
  CHECK(table.try_acquire(4, true).has_value());
}

TEST(other_processes_are_excluded_and_death_releases) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  int ready[2];
  must(::pipe(ready), "pipe");
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    const auto lease = table.try_acquire(4, true);
    const char byte = lease ? 'y' : 'n';
    [[maybe_unused]] const ssize_t written = ::write(ready[1], &byte, 1);
    ::pause();
  }
  char byte = 0;
  must(::read(ready[0], &byte, 1), "read");
  CHECK(byte == 'y');
  CHECK(!table.try_acquire(1, true) && !table.try_acquire(1, false));
  CHECK(table.holders().find("core 2 (CPUs 2,6): timing, pid " + std::to_string(child)) != std::string::npos);
  must(::kill(child, SIGKILL), "kill");
  must(::waitpid(child, nullptr, 0), "waitpid");
  CHECK(table.holders().empty());
  CHECK(table.try_acquire(4, true).has_value());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST(a_fork_of_the_holder_neither_keeps_nor_breaks_the_lease) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  auto lease = table.try_acquire(1, true);
  CHECK(in_child([&lease] {
          lease.reset();  // the copy
          return 0;
        }) == 0);
  CHECK(table.try_acquire(4, true) == std::nullopt);
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    ::pause();
  }
  lease.reset();
  CHECK(table.try_acquire(4, true).has_value());  // although the child has the file open
  must(::kill(child, SIGKILL), "kill");
  must(::waitpid(child, nullptr, 0), "waitpid");
}

TEST(moving_a_lease) {
  const Folder folder;
  LaneTable table(folder.path("lanes"), machine());
  auto first = table.try_acquire(2, true);
  auto second = table.try_acquire(2, true);
  LaneLease kept = std::move(*first);
  kept = std::move(*second);  // lets go of the first
  CHECK(table.try_acquire(2, true).has_value());
  CHECK(!table.try_acquire(3, true));
}

TEST(race_of_many_processes_gives_distinct_cpus) {
  const Folder folder;
  const auto cores = machine();
  int results[2];
  must(::pipe(results), "pipe");
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = must(::fork(), "fork");
    if (child == 0) {
      LaneTable table(folder.path("lanes"), cores);  // they also race to create the directory
      const auto lease = table.try_acquire(1, false);
      const int cpu = lease ? lease->cpus().front() : -1;
      [[maybe_unused]] const ssize_t written = ::write(results[1], &cpu, sizeof cpu);
      ::pause();
    }
    children.push_back(child);
  }
  std::set<int> cpus;
  for (std::size_t i = 0; i < children.size(); ++i) {
    int cpu = 0;
    must(::read(results[0], &cpu, sizeof cpu), "read");
    cpus.insert(cpu);
  }
  CHECK((cpus == std::set<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  for (const pid_t child : children) {
    must(::kill(child, SIGKILL), "kill");
    must(::waitpid(child, nullptr, 0), "waitpid");
  }
  ::close(results[0]);
  ::close(results[1]);
}

TEST(modes_and_bad_directories) {
  const Folder folder;
  const mode_t old = ::umask(077);
  LaneTable table(folder.path("lanes"), machine());
  CHECK(table.try_acquire(1, true).has_value());
  ::umask(old);
  struct stat facts {};
  must(::stat(folder.path("lanes").c_str(), &facts), "stat");
  CHECK((facts.st_mode & 07777) == 01777);
  must(::stat(folder.path("lanes/core-3.lock").c_str(), &facts), "stat");
  CHECK((facts.st_mode & 07777) == 0666);

  must(::symlink(folder.path("lanes").c_str(), folder.path("link").c_str()), "symlink");
  CHECK_THROWS(LaneTable(folder.path("link"), machine()), Error);
  folder.write("file", "");
  CHECK_THROWS(LaneTable(folder.path("file"), machine()), Error);
  CHECK_THROWS(LaneTable(folder.path("no/such/parent"), machine()), Error);

  // A lock that is a link into somebody's file is refused, and the file stays as it was.
  folder.write("precious", "text");
  must(::link(folder.path("precious").c_str(), folder.path("lanes/core-2.lock").c_str()), "link");
  CHECK_THROWS(table.try_acquire(2, true), Error);
  must(::unlink(folder.path("lanes/core-2.lock").c_str()), "unlink");
  must(::symlink(folder.path("precious").c_str(), folder.path("lanes/core-2.lock").c_str()), "symlink");
  CHECK_THROWS(table.try_acquire(2, true), Error);
  CHECK(std::filesystem::file_size(folder.path("precious")) == 4);
}

TEST(unwritable_directory_names_the_path) {
  if (!ordinary_user_possible()) {
    return;
  }
  const Folder folder;
  std::filesystem::create_directory(folder.path("mine"));
  must(::chmod(folder.path().c_str(), 0755), "chmod");
  must(::chmod(folder.path("mine").c_str(), 0555), "chmod");
  CHECK(in_child([&folder] {
          if (!become_ordinary_user()) {
            return 2;
          }
          try {
            LaneTable table(folder.path("mine"), machine());
          } catch (const Error& error) {
            return std::string(error.what()).find(folder.path("mine")) == std::string::npos ? 3 : 0;
          }
          return 1;
        }) == 0);
}

TEST_MAIN
