// The zygote's side of the fork server.
//
// Theory of operation. The host starts one zygote per library set through the launcher. The zygote imports its
// libraries, and from then on does nothing but fork: it never computes, never holds an input, an expected value or
// a reference solution, and never initialises CUDA, because all of these would be inherited by a candidate or would
// make forks hang. Its one socket to the host (SOCK_SEQPACKET) brings packets, each a SpawnSpec with descriptors.
// Every packet carries its own reply socket, on which the zygote answers twice: STARTED with a pidfd right after
// the fork, and EXITED with wait status and resource usage once the child was reaped. So any number of host threads
// can have children under way without sharing a stream, and a zygote that dies closes every reply socket, which the
// host sees at once as its own failure, never as the candidate's.
//
// A host that closes its end of a reply socket gives the child up: the zygote kills it.
//
// What can fail: fork (EAGAIN, ENOMEM) -> FAILED on the reply socket, and the zygote lives on; a malformed packet
// -> the zygote exits (the host is broken); the host dies -> end of file, or the parent-death signal by way of the
// launcher, and all children die with the zygote through their own parent-death signal.
//
// Only the zygote can reap its children and, with a private mount namespace, only it can see their scratch
// directories, so it also makes those and empties them after the child's death.
#pragma once

#include <functional>
#include <optional>

#include "child.hpp"

namespace effibench {

// What the language runtime wants to do around a fork. Must not throw.
struct ForkHooks {
  std::function<void()> before;
  std::function<void()> after_in_parent;
  std::function<void()> after_in_child;
};

// Serves until the host hangs up (nullopt), or returns in a forked child whose set-up is complete.
std::optional<SpawnSpec> serve_zygote(int control, const ForkHooks& hooks);

}  // namespace effibench
