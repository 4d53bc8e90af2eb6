#include "supervise.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <sstream>

#include "clock.hpp"
#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

constexpr int kKillPatienceMs = 10'000;
constexpr int64_t kOrphanPatienceNs = 2 * kNanosecondsPerSecond;

Fd open_pidfd(pid_t pid, const std::string& what) {
  Fd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U)));
  if (!fd) {
    throw_errno("pidfd_open of " + what);
  }
  return fd;
}

short poll_one(int fd, short events, int timeout_ms) {
  pollfd item{fd, events, 0};
  while (::poll(&item, 1, timeout_ms) < 0) {
    if (errno != EINTR) {
      throw_errno("poll");
    }
  }
  return item.revents;
}

// Processes of a program without a pid namespace whose parents died come to us, their subreaper.
void end_orphans() {
  const std::string children = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
  const int64_t deadline = now_ns() + kOrphanPatienceNs;
  for (;;) {
    const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended < 0 || now_ns() > deadline) {
      return;  // ECHILD: none are left
    }
    if (ended == 0) {
      // Not reaped yet, so the pids can't have been reused.
      std::istringstream text(try_read_file(children).value_or(""));
      for (pid_t pid = 0; text >> pid;) {
        ::kill(pid, SIGKILL);
      }
      ::usleep(1000);
    }
  }
}

}  // namespace

Fd watch_parent(int control) {
  const pid_t parent = ::getppid();
  Fd host = open_pidfd(parent, "the host process");
  // Once the pidfd is held the pid can't be somebody else's; if it still is our parent, it was the host all along,
  // unless that died before we first asked: then the control descriptor has lost its other end.
  if (::getppid() != parent || poll_one(host.get(), POLLIN, 0) != 0 || (poll_one(control, 0, 0) & POLLHUP) != 0) {
    throw Error("the host process is gone", ESRCH);
  }
  return host;
}

void lead_session() {
  if (::setsid() < 0 && ::getsid(0) != ::getpid()) {
    throw_errno("setsid");
  }
}

Fd take_signals() {
  if (::signal(SIGPIPE, SIG_IGN) == SIG_ERR || ::signal(SIGCHLD, SIG_DFL) == SIG_ERR) {
    throw_errno("signal");  // an ignored SIGCHLD would make the kernel reap the program for us, without its status
  }
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
    ::sigaddset(&set, number);
  }
  check(::sigprocmask(SIG_SETMASK, &set, nullptr), "sigprocmask");
  return Fd(check(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK), "signalfd"));
}

void reset_signals() {
  for (int number = 1; number < NSIG; ++number) {
    ::signal(number, SIG_DFL);  // EINVAL for SIGKILL, SIGSTOP and the two that glibc keeps to itself
  }
  sigset_t none;
  ::sigemptyset(&none);
  check(::sigprocmask(SIG_SETMASK, &none, nullptr), "sigprocmask");
}

void write_all(int fd, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t count = ::write(fd, text.data() + at, text.size() - at);
    if (count >= 0) {
      at += static_cast<std::size_t>(count);
    } else if (errno == EPIPE) {
      return;  // the reader is gone; whoever has to act on that polls for it
    } else if (errno != EINTR) {
      throw_errno("write");
    }
  }
}

std::string read_to_end(int fd, int64_t deadline_ms) {
  const int64_t deadline = now_ns() + deadline_ms * 1'000'000;
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const int64_t left_ms = (deadline - now_ns()) / 1'000'000;
    if (left_ms <= 0 || poll_one(fd, POLLIN, static_cast<int>(left_ms)) == 0) {
      throw Error("no answer within " + std::to_string(deadline_ms) + " ms", ETIMEDOUT);
    }
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count == 0) {
      return text;
    }
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      throw_errno("read");
    }
  }
}

Program::Program(pid_t pid) : pid_(pid), pidfd_(open_pidfd(pid, "the program")) {}

Program::~Program() {
  if (pid_ > 0) {
    try {
      kill();
    } catch (const Error& error) {
      std::fprintf(stderr, "effibench-launcher: %s\n", error.what());
    }
  }
}

int Program::reap() {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED) < 0) {
    if (errno != EINTR) {
      throw_errno("wait for the program");
    }
  }
  pid_ = 0;
  end_orphans();
  return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

int Program::kill() {
  if (::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0U) != 0 && errno != ESRCH) {
    throw_errno("kill the program");
  }
  if (poll_one(pidfd_.get(), POLLIN, kKillPatienceMs) == 0) {
    pid_ = 0;  // nothing more can be done about it
    throw Error("the program does not die: it is stuck in the kernel", ETIMEDOUT);
  }
  return reap();
}

int Program::wait(int host, int signals) {
  for (;;) {
    std::array<pollfd, 3> items = {{{pidfd_.get(), POLLIN, 0}, {host, POLLIN, 0}, {signals, POLLIN, 0}}};
    if (::poll(items.data(), items.size(), -1) < 0) {
      if (errno != EINTR) {
        throw_errno("poll");
      }
      continue;
    }
    if (items[0].revents != 0) {
      return reap();
    }
    if (items[1].revents != 0 || items[2].revents != 0) {
      return kill();
    }
  }
}

}  // namespace effibench
