// Control groups, version 1 or 2: a hard memory limit that counts what a child touches, its peak, a limit on
// processes, and killing a whole tree. Optional: the probe says why there is none.
//
//   <base>/effibench-<pid>-<start time>-<label>/     one for a session, made by the host process
//       slot-0/ slot-1/ ...                          where children join, each with its own limit
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fd.hpp"

namespace effibench {

struct CgroupBase {
  int version = 0;          // 1 or 2
  std::string memory_path;  // folder in which groups with a memory limit can be made
  std::string pids_path;    // the same for process limits (version 2: the same folder); empty: not available
};

struct CgroupProbe {
  std::optional<CgroupBase> base;
  std::string reason;  // why there is no base, or no process limit
};

// Looks for a folder in which this process can make groups, and proves it by making and removing one. Version 1:
// the process's own memory group. Version 2: the nearest group from its own upwards which hands the memory
// controller to its children (a group with processes in it can't, so it is usually the parent).
// The two texts are those of /proc/self/mountinfo and /proc/self/cgroup.
CgroupProbe find_writable_cgroup(const std::string& mountinfo, const std::string& self_cgroup);
CgroupProbe find_writable_cgroup();

// "effibench-<pid>-<start time>-<label>" for this process: names that sweep_stale understands.
std::string cgroup_name(const std::string& label);

// Whether the process that gave this name is gone. False also for a name that has another shape.
bool is_stale_cgroup_name(const std::string& name);

class Cgroup {
 public:
  // Creates the folder(s) <base>/<name>. Throws Error, also if they exist.
  Cgroup(const CgroupBase& base, const std::string& name);
  Cgroup(Cgroup&& other) noexcept : paths_(std::exchange(other.paths_, {})), peak_(std::move(other.peak_)) {}
  Cgroup& operator=(Cgroup&&) = delete;
  // Kills what is inside and removes the folders, retrying for a bounded time while processes are exiting.
  ~Cgroup();

  // Creates `slot-<number>` inside. Must go before this one is destroyed.
  [[nodiscard]] Cgroup slot(int number) const;

  // 0: no limit. Swap is off wherever memory is limited. The process limit is left out where base has no pids_path.
  void set_limits(int64_t memory_bytes, int64_t processes) const;

  // Write-only descriptors; a thread that writes "0" to each has joined (version 2: with its whole process).
  // Permission was checked when they were opened, so this works after the child gave up its user id.
  // Version 1 joins by thread because Linux takes no lock for that. To move a process it stops every fork of the
  // machine, and where none was moved just before, it first waits for an RCU grace period, 10 ms on an idle machine
  // (cgroup_procs_write_start, cgroup_threadgroup_rwsem).
  [[nodiscard]] std::vector<Fd> open_joins() const;

  // Starts the peak anew. False where the kernel can't (version 2 before Linux 6.12): then the peak is that
  // since the group was made, and a fresh slot is needed for each measurement.
  [[nodiscard]] bool reset_peak();
  [[nodiscard]] std::optional<int64_t> peak_bytes() const;  // nullopt: version 2 before Linux 5.19
  [[nodiscard]] int64_t oom_kills() const;

  // SIGKILL to every process inside, slots included, again and again for up to 2 s. Returns how many are
  // left: 0 but for processes stuck in the kernel.
  [[nodiscard]] int kill_all() const;

  [[nodiscard]] const CgroupBase& paths() const noexcept { return paths_; }

 private:
  CgroupBase paths_;  // of this group itself
  Fd peak_;           // version 2: a reset holds only for the descriptor it was written to
};

// Kills everything in one group folder and its slots and removes them, within bounded time. True if it is
// gone afterwards (or was before).
bool remove_cgroup(const std::string& path);

// Removes the groups under `base` whose maker is gone (killed, so that its destructors never ran), with all
// processes in them; returns how many. Leaves alone what holds processes of another pid namespace.
int sweep_stale(const CgroupBase& base);

}  // namespace effibench
