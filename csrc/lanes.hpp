// Leases of whole physical cores, honoured by every process on the machine, through flock.
//
// There is one lock file per physical core and one per logical CPU. A timing lane takes the core files
// exclusively: nobody else gets any hardware thread of those cores, so the SMT siblings stay idle. A judging
// lane takes core files shared and CPU files exclusively: judges share a core but never a logical CPU.
//
// flock and not fcntl locks, because a flock belongs to the open file: two threads of one process exclude each
// other too, and the kernel drops the lock when the process dies, however it dies. Nothing here waits.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "affinity.hpp"
#include "fd.hpp"

namespace effibench {

class LaneLease {
 public:
  LaneLease(LaneLease&&) noexcept = default;
  LaneLease& operator=(LaneLease&& other) noexcept;
  ~LaneLease();

  [[nodiscard]] const CpuSet& cpus() const noexcept { return cpus_; }              // run here, and only here
  [[nodiscard]] const std::vector<Core>& cores() const noexcept { return cores_; }  // the cores these belong to

 private:
  friend class LaneTable;
  LaneLease() = default;
  void release() noexcept;

  std::vector<Fd> locks_;   // exclusive ones; each file carries a note of its holder
  std::vector<Fd> shared_;  // core locks of a judging lane
  CpuSet cpus_;
  std::vector<Core> cores_;
  pid_t owner_ = 0;
};

class LaneTable {
 public:
  // Creates the directory (01777) where it is missing. Throws Error naming the path when it is a symbolic
  // link, no directory, or not writable.
  LaneTable(std::string directory, std::vector<Core> cores);

  // exclusive: `width` whole cores, on one NUMA node or else one socket where possible, isolated ones and then
  // high-numbered ones first (the harness sits on the low ones); the lane is the first CPU of each.
  // shared: `width` logical CPUs, low-numbered cores first, siblings packed together.
  // nullopt when too few are free now; nothing is held then.
  [[nodiscard]] std::optional<LaneLease> try_acquire(int width, bool exclusive);

  // Who holds what, for messages: "core 1 (CPUs 1,3): timing, pid 4711". Best effort; takes no lock.
  [[nodiscard]] std::string holders() const;

 private:
  [[nodiscard]] Fd lock(const std::string& name, int operation) const;
  bool take_exclusive(const std::vector<const Core*>& wanted, std::size_t width, LaneLease& lease) const;
  bool take_shared(std::size_t width, LaneLease& lease) const;

  std::string directory_;
  Fd directory_fd_;
  std::vector<Core> cores_;
};

}  // namespace effibench
