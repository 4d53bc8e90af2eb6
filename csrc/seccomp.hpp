// The syscall filter of a child that runs candidate code: hand-written BPF, x86-64 and aarch64, no libseccomp.
//
// A deny-list, because the set of calls that numpy, polars, torch and their kernels' drivers make moves with
// every release. What is denied fails with EPERM like any missing permission. Exceptions: clone3 fails with ENOSYS, so
// that glibc falls back to clone, whose flags can be inspected. Changes of a file's mode and times, where they are
// refused, are said to have been made, because honest programs make them without a need to. Calls of a foreign
// architecture or of the x32 ABI, which could carry a denied call past the filter, kill the process.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <vector>

namespace effibench {

struct SeccompPolicy {
  bool allow_subprocess = false;  // fork, vfork, clone of processes (never of namespaces)
  bool allow_exec = false;        // execve, execveat
  bool allow_memfd = true;        // files in memory: only where a cgroup counts them
  bool allow_metadata = true;     // modes, owners, times and attributes of files: only where mounts are read-only
  bool allow_truncation = true;   // of files open for reading: only where Landlock or the mounts forbid it
  bool signal_others = true;      // with allow_subprocess: only where user or Landlock set the bounds
  // The process that may be signalled; 0: the caller of install_filter (build_filter: nobody).
  pid_t self = 0;
  // With allow_subprocess the children's pids aren't known beforehand, so every single process may be
  // signalled (never a group, never "all", never pid 1) except this one, if signal_others is set; 0: the parent of the
  // caller of install_filter. What else the kernel lets through is up to uid, pid namespace and Landlock's signal scope.
  pid_t parent = 0;
};

std::vector<sock_filter> build_filter(const SeccompPolicy& policy);

// A filter whose program is built ahead of a fork: building it takes far longer than installing it. Where the policy
// names no process that may be signalled, each installing process may signal itself. `policy.parent` is taken as it is.
class PreparedFilter {
 public:
  explicit PreparedFilter(const SeccompPolicy& policy);
  void install() const;  // as install_filter

 private:
  bool by_pid_;
  std::vector<sock_filter> program_;
};

// For the calling process, all threads of it, and what it forks or executes; for ever. Needs no_new_privs.
// Asks for no speculation mitigation (SECCOMP_FILTER_FLAG_SPEC_ALLOW), which before Linux 5.16 slowed every
// filtered process down. Throws Error.
void install_filter(const SeccompPolicy& policy);

}  // namespace effibench
