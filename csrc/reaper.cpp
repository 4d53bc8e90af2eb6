#include "reaper.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "clock.hpp"
#include "error.hpp"

namespace effibench {
namespace {

volatile std::sig_atomic_t child_ended = -1;  // the eventfd

void note_child_end(int) {
  const int saved = errno;
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(child_ended, &one, sizeof one);
  errno = saved;
}

}  // namespace

ChildEnds::ChildEnds() {
  // A handler and not a signalfd: a thread that a library has started may have SIGCHLD unblocked, and then the
  // kernel gives the signal to that thread, where its default is to vanish.
  ended_ = Fd(check(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd"));
  child_ended = ended_.get();
  struct sigaction action {};
  action.sa_handler = note_child_end;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  check(::sigaction(SIGCHLD, &action, nullptr), "sigaction(SIGCHLD)");
  sigset_t child_signals;
  sigemptyset(&child_signals);
  sigaddset(&child_signals, SIGCHLD);
  check(::sigprocmask(SIG_UNBLOCK, &child_signals, nullptr), "unblock SIGCHLD");
}

ChildEnds::~ChildEnds() {
  (void)::signal(SIGCHLD, SIG_DFL);  // before the descriptor's number can be another file's
  child_ended = -1;
}

void ChildEnds::clear() noexcept {
  std::uint64_t ends = 0;
  [[maybe_unused]] const ssize_t size = ::read(ended_.get(), &ends, sizeof ends);  // EAGAIN: nothing new
}

void await_group(pid_t group) noexcept {
  constexpr std::int64_t kPatienceNs = 1'000'000'000;
  const std::int64_t deadline = now_ns() + kPatienceNs;
  for (;;) {
    const pid_t ended = ::waitpid(-group, nullptr, WNOHANG);
    if (ended < 0 || now_ns() > deadline) {
      return;  // ECHILD: none is left
    }
    if (ended == 0) {
      const timespec pause{0, 200'000};
      (void)::nanosleep(&pause, nullptr);
    }
  }
}

}  // namespace effibench
