#include "cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <chrono>
#include <cstring>
#include <thread>

#include "check.hpp"
#include "error.hpp"
#include "procfs.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;
namespace fs = std::filesystem;

namespace {

std::string mount_line(const std::string& point, const std::string& type, const std::string& options,
                       const std::string& root = "/") {
  return "35 31 0:32 " + root + " " + point + " rw,relatime shared:9 - " + type + " " + type + " rw," + options + "\n";
}

bool says(const CgroupProbe& probe, const std::string& part) {
  if (probe.reason.find(part) == std::string::npos) {
    std::fprintf(stderr, "reason: %s\n", probe.reason.c_str());
    return false;
  }
  return true;
}

// The real one, if this machine lets us; tests that need it say so otherwise.
std::optional<CgroupBase> real_base() {
  const CgroupProbe probe = find_writable_cgroup();
  if (!probe.base) {
    std::fprintf(stderr, "       (no control groups here: %s)\n", probe.reason.c_str());
  }
  return probe.base;
}

void join(const std::vector<Fd>& procs) {
  for (const Fd& fd : procs) {
    must(::write(fd.get(), "0", 1), "join the group");
  }
}

bool is_empty(const std::string& path) { return read_file(path + "/cgroup.procs").empty(); }

}  // namespace

TEST(version_1_own_group) {
  const Folder root;
  root.write("memory/box/me/memory.limit_in_bytes", "1");
  root.write("pids/me/x", "");
  const std::string mounts = mount_line(root.path("memory"), "cgroup", "memory") + mount_line(root.path("pids"), "cgroup", "pids");
  auto probe = find_writable_cgroup(mounts, "8:pids:/me\n4:cpu,memory:/box/me\n0::/\n");
  CHECK(probe.base && probe.base->version == 1 && probe.base->memory_path == root.path("memory/box/me"));
  CHECK(probe.base && probe.base->pids_path == root.path("pids/me"));
  // A container that sees only its own part: the mount's root is cut off.
  probe = find_writable_cgroup(mount_line(root.path("memory/box"), "cgroup", "memory", "/docker/7"), "4:memory:/docker/7/me\n");
  CHECK(probe.base && probe.base->memory_path == root.path("memory/box/me") && probe.base->pids_path.empty());
  CHECK(says(probe, "pids"));
  CHECK(!find_writable_cgroup(mount_line(root.path("memory/box"), "cgroup", "memory", "/docker/7"), "4:memory:/docker/77/me\n").base);
  probe = find_writable_cgroup(mounts, "4:memory:/../other\n");
  CHECK(!probe.base && says(probe, "not visible"));
  probe = find_writable_cgroup(mounts, "4:memory:/\n");
  CHECK(!probe.base && says(probe, "memory.limit_in_bytes"));
  CHECK(!find_writable_cgroup("", "").base);
}

TEST(version_2_needs_a_group_that_hands_memory_down) {
  const Folder root;
  const std::string mounts = mount_line(root.path("space d"), "cgroup2", "nsdelegate");
  std::string escaped = mounts;
  escaped.replace(escaped.find("space d"), 7, "space\\040d");
  root.write("space d/app/me/cgroup.controllers", "cpu memory pids\n");
  root.write("space d/app/me/cgroup.subtree_control", "\n");
  root.write("space d/app/me/cgroup.procs", "12\n");
  root.write("space d/app/cgroup.subtree_control", "cpu\n");
  root.write("space d/app/cgroup.procs", "");
  auto probe = find_writable_cgroup(escaped, "0::/app/me\n");
  CHECK(!probe.base && says(probe, "holds processes itself"));
  root.write("space d/app/cgroup.subtree_control", "memory pids\n");
  probe = find_writable_cgroup(escaped, "0::/app/me\n");
  CHECK(probe.base && probe.base->version == 2 && probe.base->memory_path == root.path("space d/app"));
  CHECK(probe.base && probe.base->pids_path == probe.base->memory_path && probe.reason.empty());
  root.write("space d/app/cgroup.subtree_control", "memory\n");
  probe = find_writable_cgroup(escaped, "0::/app/me\n");
  CHECK(probe.base && probe.base->pids_path.empty() && says(probe, "pids"));
  root.write("space d/app/me/cgroup.controllers", "hugetlb\n");
  CHECK(says(find_writable_cgroup(escaped, "0::/app/me\n"), "no memory controller"));
}

TEST(folder_that_may_not_be_written) {
  if (!ordinary_user_possible()) {
    return;
  }
  const Folder root;
  root.write("memory/memory.limit_in_bytes", "1");
  must(::chmod(root.path().c_str(), 0755), "chmod");
  must(::chmod(root.path("memory").c_str(), 0555), "chmod");
  CHECK(in_child([&root] {
          if (!become_ordinary_user()) {
            return 2;
          }
          const auto probe = find_writable_cgroup(mount_line(root.path("memory"), "cgroup", "memory"), "4:memory:/\n");
          return !probe.base && says(probe, "cannot make a group in " + root.path("memory")) ? 0 : 1;
        }) == 0);
  must(::chmod(root.path("memory").c_str(), 0755), "chmod");  // or an ordinary user can't remove it
}

TEST(memory_limit_kills_and_is_counted) {
  const auto base = real_base();
  if (!base) {
    return;
  }
  const Cgroup session(*base, cgroup_name("test-memory"));
  Cgroup slot = session.slot(0);
  slot.set_limits(64 << 20, 16);
  const auto procs = slot.open_joins();
  CHECK(slot.oom_kills() == 0);
  const bool fresh = slot.reset_peak();
  const auto touch = [&procs](std::size_t bytes) {
    return in_child([&procs, bytes] {
      join(procs);
      void* const block = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      std::memset(block, 1, bytes);
      return 0;
    });
  };
  CHECK(touch(32 << 20) == 0);
  const auto peak = slot.peak_bytes();
  CHECK(peak && *peak > 32 << 20 && *peak < 64 << 20);
  CHECK(slot.oom_kills() == 0);
  CHECK(touch(128 << 20) == 128 + SIGKILL);
  CHECK(slot.oom_kills() == 1);
  if (fresh) {
    CHECK(slot.reset_peak() && slot.peak_bytes() < 32 << 20);
  }
  slot.set_limits(0, 0);
  CHECK(touch(128 << 20) == 0);
}

TEST(process_limit) {
  const auto base = real_base();
  if (!base || base->pids_path.empty()) {
    return;
  }
  const Cgroup session(*base, cgroup_name("test-pids"));
  const Cgroup slot = session.slot(0);
  slot.set_limits(0, 2);
  const auto procs = slot.open_joins();
  CHECK(in_child([&procs] {
          join(procs);
          const pid_t first = ::fork();
          if (first == 0) {
            ::pause();
          }
          const pid_t second = ::fork();
          if (second == 0) {
            ::_exit(0);
          }
          const int code = errno;
          ::kill(first, SIGKILL);
          ::waitpid(first, nullptr, 0);
          return first > 0 && second < 0 && code == EAGAIN ? 0 : 1;
        }) == 0);
}

TEST(a_group_goes_though_its_processes_cannot_be_listed_for_a_moment) {
  const Folder root;
  const std::string path = root.path("session");
  std::thread later;
  {
    const Cgroup session({1, root.path(""), ""}, "session");
    fs::create_directory(path + "/cgroup.procs");  // reading it fails
    later = std::thread([&path] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      fs::remove(path + "/cgroup.procs");
    });
  }
  later.join();
  CHECK(!fs::exists(path));
}

TEST(kill_all_takes_the_whole_tree_and_the_destructor_cleans_up) {
  const auto base = real_base();
  if (!base) {
    return;
  }
  std::string path;
  pid_t child = 0;
  {
    const Cgroup session(*base, cgroup_name("test-kill"));
    path = session.paths().memory_path;
    const Cgroup slot = session.slot(3);
    const auto procs = slot.open_joins();
    child = must(::fork(), "fork");
    if (child == 0) {
      join(procs);
      ::setsid();  // a process group would lose these
      for (int i = 0; i < 3; ++i) {
        if (::fork() == 0) {
          ::pause();
        }
      }
      ::pause();
    }
    while (is_empty(slot.paths().memory_path)) {
      ::usleep(1000);
    }
    CHECK(session.kill_all() == 0);
    CHECK(is_empty(slot.paths().memory_path));
    CHECK(session.kill_all() == 0);
    int status = 0;
    must(::waitpid(child, &status, 0), "waitpid");
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    CHECK_THROWS(Cgroup(*base, fs::path(path).filename()), Error);
    CHECK(fs::exists(path + "/slot-3"));
  }
  CHECK(!fs::exists(path));
}

TEST(destructor_kills_what_is_left) {
  const auto base = real_base();
  if (!base) {
    return;
  }
  pid_t child = 0;
  std::string path;
  {
    Cgroup made(*base, cgroup_name("test-left"));
    const Cgroup session(std::move(made));
    path = session.paths().memory_path;
    const auto procs = session.open_joins();
    child = must(::fork(), "fork");
    if (child == 0) {
      join(procs);
      ::pause();
    }
    while (is_empty(path)) {
      ::usleep(1000);
    }
  }
  CHECK(!fs::exists(path));
  int status = 0;
  must(::waitpid(child, &status, 0), "waitpid");
  CHECK(WIFSIGNALED(status));
}

TEST(stale_groups_are_swept_and_live_ones_stay) {
  const auto base = real_base();
  if (!base) {
    return;
  }
  const pid_t gone = zombie();
  const std::string start = process_start_time(gone);
  must(::waitpid(gone, nullptr, 0), "waitpid");
  const std::string dead = base->memory_path + "/effibench-" + std::to_string(gone) + "-" + start + "-x";
  const std::string reused = base->memory_path + "/effibench-" + std::to_string(::getpid()) + "-1-x";
  const std::string foreign = base->memory_path + "/effibench-notes";
  for (const std::string& path : {dead, reused, foreign}) {
    fs::create_directory(path);
  }
  fs::create_directory(dead + "/slot-0");
  const Cgroup alive(*base, cgroup_name("test-alive"));
  CHECK(sweep_stale(*base) >= 2);
  CHECK(!fs::exists(dead) && !fs::exists(reused));
  CHECK(fs::exists(foreign) && fs::exists(alive.paths().memory_path));
  fs::remove(foreign);
}

TEST_MAIN
