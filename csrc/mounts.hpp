// The file system as the sandbox sees it: everything read-only but for a few places. Called in a process that
// has just got a mount namespace of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "namespaces.hpp"

namespace effibench {

struct Tmpfs {
  std::string path;
  int64_t bytes;
};

// "DIR:BYTES". Throws Error showing the text.
Tmpfs parse_tmpfs(std::string_view text);

struct MountPlan {
  bool fresh_proc = false;            // there is a new pid namespace, whose processes /proc should show
  std::vector<Tmpfs> tmpfs;           // scratch folders: empty, in memory, of limited size
  std::vector<std::string> covered;   // folders that become empty and, with everything else, read-only
  std::vector<std::string> writable;  // folders that stay as they are
};

// proc_mount, read_only_root, scratch_tmpfs and private_shm, all off for the same reason.
std::vector<Finding> no_mounts(const std::string& reason);

// Does as much of the plan as is granted. /proc stays writable (memory peaks are reset through it), /dev/shm becomes an
// empty folder. All of /dev is read-only as a folder, which leaves its devices writable. Throws
// Error only if the file system is left in a state that is neither the old nor the new one.
std::vector<Finding> arrange_mounts(const MountPlan& plan);

}  // namespace effibench
