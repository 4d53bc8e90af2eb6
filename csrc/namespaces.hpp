// Starting a process in new namespaces, as many of them as this machine grants, and saying which ones.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace effibench {

// One protection: "pid_namespace", on | off | partial, and why it isn't simply on.
struct Finding {
  std::string name;
  std::string state;
  std::string reason;
};

// "user,mount,pid,net,ipc,uts" in any selection, or "none" -> CLONE_NEW* flags. Throws Error showing the text.
int parse_namespaces(std::string_view text);

// Forks (not by glibc's fork: no atfork handlers run) into new namespaces. For single-threaded processes only.
// 0 in the child, the pid in the parent, -1 with errno.
pid_t clone_process(int namespaces) noexcept;

// Whether such a clone works: makes one that exits at once. 0 or the errno.
int try_clone(int namespaces);

struct NamespaceChoice {
  int flags = 0;
  std::vector<Finding> findings;  // one for each of the six kinds
};

// The largest set of the wanted namespaces for which `attempt` succeeds: the whole, or else one kind added
// after another, the most useful ones first. The user namespace, which is what lets an ordinary user have the others, is
// dropped again if nothing else could be had with it.
NamespaceChoice choose_namespaces(int wanted, const std::function<int(int)>& attempt = try_clone);

// For a child cloned into a user namespace, by its parent: maps the caller's own user and group id to
// themselves, nothing else. Throws Error.
void map_own_ids(pid_t child);

}  // namespace effibench
