// A forked child turns itself into a sandboxed worker: an ordered table of checked steps.
//
// The order is the protection (design section 4.8): what needs privilege comes first, what takes privilege away
// comes last, the kill-on-parent-death order is renewed after the credentials change, and seccomp, which forbids
// most of the steps above it, closes the door. A step that fails sends its name and errno up the control socket
// and ends the child: a child that is not set up completely never runs foreign code. Only the probe child goes on
// after a failing optional step; what it reports is the capability report that every result carries.
#pragma once

#include <cstdint>
#include <vector>

#include "fd.hpp"
#include "seccomp.hpp"
#include "spawn.hpp"

namespace effibench {

// Where the control socket lives in every child, whatever number it had in the zygote.
inline constexpr int kChildControlFd = 3;

struct ChildSetup {
  SpawnSpec spec;
  std::vector<Fd> fds;        // as SpawnFd orders them
  int landlock_ruleset = -1;  // borrowed; made by the zygote and shared by the children of one scratch directory
  const PreparedFilter* filter = nullptr;  // borrowed; null = no seccomp
  std::int64_t parent = 0;    // pid of the zygote, to notice that it died before PR_SET_PDEATHSIG took hold
};

// Runs the table and returns: a probe has sent kFrameSetupDone then, a worker is left to send it before it loads foreign
// code. With spec.argv it sends it and replaces the process by that program instead.
// Any failure, of whatever kind, is sent as kFrameSetupFailed and ends the process: nothing propagates into the
// zygote's own code, which this process is a copy of.
void become_child(ChildSetup& setup) noexcept;

}  // namespace effibench
