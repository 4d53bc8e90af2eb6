// File access rules of a child through the Landlock security module, which needs no privilege.
//
// Each kernel knows an ABI number; what it doesn't know is masked out, and the number goes into the capability
// report: 1 files, 2 links and renames across folders, 3 truncate, 4 TCP, 5 ioctl on devices, 6 signals and
// abstract Unix sockets. Constants are defined here since build headers may be older than the kernel.
#pragma once

#include <string>
#include <vector>

#include "fd.hpp"

namespace effibench {

// The ABI of the running kernel; 0 where Landlock is absent or switched off.
int landlock_abi();

// Paths are files or folders (with all that is below); missing ones are skipped, since the layout of Python
// and system libraries differs between machines. Whatever isn't listed can't be opened at all.
struct LandlockRules {
  std::vector<std::string> read_only;
  std::vector<std::string> read_write;  // also devices, with their ioctls
  bool allow_exec = false;              // execve of files under read_only (mapping libraries needs no right)
  // Folders under read_only whose files stay closed. Rules can only add, so each folder on the way there is opened
  // entry by entry, with the right to list it; what appears in it later is closed.
  std::vector<std::string> hidden = {};
};

// Also, where `abi` has it: no TCP bind or connect, no signals and no abstract Unix sockets out of the sandbox.
// Throws Error if abi < 1.
Fd landlock_ruleset(const LandlockRules& rules, int abi);

// For the calling thread and what it forks; for ever. Needs no_new_privs.
void landlock_restrict(int ruleset_fd);

}  // namespace effibench
