// A child that has ended and is never reaped: it can be watched and "killed" as often as wanted, and nothing has to be
// waited for.
#pragma once

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "caps.hpp"
#include "error.hpp"
#include "fd.hpp"

namespace fuzz {

inline const effibench::Fd& dead_child() {
  static const effibench::Fd pidfd = [] {
    const pid_t child = effibench::check(::fork(), "fork");
    if (child == 0) {
      ::_exit(0);
    }
    siginfo_t info{};
    effibench::check(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), "waitid");
    return effibench::Fd(effibench::check(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)), "pidfd_open"));
  }();
  return pidfd;
}

inline effibench::Fd duplicate(int fd) {
  return effibench::Fd(effibench::check(::fcntl(fd, F_DUPFD_CLOEXEC, 0), "duplicate a descriptor"));
}

// Nothing here needs a right, and the turns would be played with raised priority.
inline void prepare() {
  effibench::drop_all_capabilities();
  (void)dead_child();
}

}  // namespace fuzz
