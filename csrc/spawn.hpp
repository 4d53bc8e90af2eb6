// What the host asks a zygote for: one child, described completely. Plain data with its own wire form, so that
// the zygote never has to ask Python how to set a child up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "limits.hpp"

namespace effibench {

struct SpawnSpec {
  std::string role;                      // candidate, reference, generator, judge, probe, command
  std::vector<int> cpus;                 // lane; empty = inherited affinity
  int nice = 0;                          // the highest priority it may keep of what the zygote has
  Limits limits;                         // rlimits, as budgets above the inherited size
  std::int64_t uid = -1;                 // separate user and group id; -1 = keep
  std::string scratch;                   // the child's own directory, also its working directory; empty = none
  int landlock_abi = 0;                  // 0 = no Landlock
  std::vector<std::string> read_only;    // paths readable (and executable) under Landlock
  std::vector<std::string> read_write;   // paths writable under Landlock, beside scratch
  std::vector<std::string> hidden;       // folders below read_only that stay closed under Landlock
  bool seccomp = true;
  bool allow_subprocess = false;
  // What the filter leaves to other protections, where these are on; see SeccompPolicy.
  bool allow_memfd = true;
  bool allow_metadata = true;
  bool allow_truncation = true;
  bool signal_others = true;
  // Probe: a failing optional step is reported instead of being fatal.
  bool tolerate = false;
  std::vector<std::string> argv;         // role `command`: program and arguments
  std::vector<std::string> environment;  // role `command`: NAME=value

  [[nodiscard]] std::string encode() const;
  static SpawnSpec decode(std::string_view data);
};

// Order of the descriptors that accompany a SpawnSpec; those of Cgroup::open_joins follow.
enum SpawnFd : std::uint8_t { kReplyFd, kControlFd, kStdinFd, kStdoutFd, kStderrFd, kFirstCgroupFd };
inline constexpr std::size_t kMaxSpawnFds = 8;
inline constexpr std::size_t kMaxSpawnBytes = 128U << 10U;  // of an encoded SpawnSpec

// What a child sends first, before any foreign code (the worker's kinds come after that).
inline constexpr std::uint32_t kFrameSetupFailed = 1;  // step, errno, text
inline constexpr std::uint32_t kFrameSetupDone = 2;    // probe: per step name, state, reason; others: empty

// Messages on the reply socket.
inline constexpr std::int64_t kReplyStarted = 1;  // pid in the zygote's namespace; pidfd attached
inline constexpr std::int64_t kReplyExited = 2;   // wait status and resource usage
inline constexpr std::int64_t kReplyFailed = 3;   // errno and what failed

}  // namespace effibench
