#include "child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "affinity.hpp"
#include "caps.hpp"
#include "descriptors.hpp"
#include "error.hpp"
#include "frame.hpp"
#include "landlock.hpp"
#include "wire.hpp"

namespace effibench {
namespace {

constexpr int kSetupFailedStatus = 120;  // informative only: the frame is what the host believes

void die_with_parent(ChildSetup& setup) {
  check(::prctl(PR_SET_PDEATHSIG, SIGKILL), "prctl(PR_SET_PDEATHSIG)");
  if (::getppid() != setup.parent) {
    throw Error("the zygote died during the fork");
  }
}

void own_session(ChildSetup& setup) {
  check(::setsid(), "setsid");
  check(::prctl(PR_SET_NAME, ("eb-" + setup.spec.role).c_str()), "prctl(PR_SET_NAME)");  // what `ps` and `top` show
}

// Leaves stdin, stdout, stderr, the control socket and, until they are used, the cgroup files and the ruleset.
void descriptors(ChildSetup& setup) {
  // Move everything that is still needed out of the way of the fixed numbers first.
  const auto lift = [](int fd) { return check(::fcntl(fd, F_DUPFD_CLOEXEC, 16), "fcntl(F_DUPFD_CLOEXEC)"); };
  std::vector<Fd> lifted;
  for (const Fd& fd : setup.fds) {
    lifted.emplace_back(lift(fd.get()));
  }
  if (setup.landlock_ruleset >= 0) {
    setup.landlock_ruleset = lift(setup.landlock_ruleset);
  }
  for (Fd& fd : setup.fds) {
    (void)fd.release();  // the sweep below closes the old numbers
  }
  setup.fds = std::move(lifted);
  check(::dup2(setup.fds[kStdinFd].get(), STDIN_FILENO), "dup2(stdin)");
  check(::dup2(setup.fds[kStdoutFd].get(), STDOUT_FILENO), "dup2(stdout)");
  check(::dup2(setup.fds[kStderrFd].get(), STDERR_FILENO), "dup2(stderr)");
  check(::dup3(setup.fds[kControlFd].get(), kChildControlFd, O_CLOEXEC), "dup3(control)");
  for (const SpawnFd used : {kReplyFd, kControlFd, kStdinFd, kStdoutFd, kStderrFd}) {
    setup.fds[used].reset();
  }
  std::vector<int> keep{kChildControlFd};
  for (std::size_t index = kFirstCgroupFd; index < setup.fds.size(); ++index) {
    keep.push_back(setup.fds[index].get());
  }
  if (setup.landlock_ruleset >= 0) {
    keep.push_back(setup.landlock_ruleset);
  }
  close_others(std::move(keep));
}

void signals(ChildSetup& setup) {
  // Python turns these two into exceptions; a command gets what programs expect (`yes | head` ends).
  const bool python = setup.spec.argv.empty();
  for (int number = 1; number < NSIG; ++number) {
    // Fails for SIGKILL, SIGSTOP and glibc's own, which cannot have been changed.
    (void)::signal(number, python && (number == SIGPIPE || number == SIGXFSZ) ? SIG_IGN : SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  check(::sigprocmask(SIG_SETMASK, &none, nullptr), "sigprocmask");
}

// The threads of this process besides the caller, which a library's fork handler may have started.
std::vector<std::string> other_threads() {
  std::vector<std::string> others;
  const std::string self = std::to_string(::gettid());
  std::error_code code;
  for (std::filesystem::directory_iterator entry("/proc/self/task", code), end; !code && entry != end; entry.increment(code)) {
    if (std::string thread = entry->path().filename().string(); thread != self) {
      others.push_back(std::move(thread));
    }
  }
  if (code) {
    throw Error("read /proc/self/task", code.value());
  }
  return others;
}

void join_cgroup(ChildSetup& setup) {
  const std::vector<std::string> others = other_threads();
  for (std::size_t index = kFirstCgroupFd; index < setup.fds.size(); ++index) {
    const int file = setup.fds[index].get();
    check(::write(file, "0", 1), "join a control group");
    for (const std::string& thread : others) {
      if (::write(file, thread.data(), thread.size()) < 0 && errno != ESRCH) {  // ESRCH: it has ended
        throw_errno("move thread " + thread + " into a control group");
      }
    }
    setup.fds[index].reset();
  }
}

void affinity(ChildSetup& setup) {
  if (!setup.spec.cpus.empty()) {
    set_affinity(0, setup.spec.cpus);
  }
}

void priority(ChildSetup& setup) {
  errno = 0;
  const int inherited = ::getpriority(PRIO_PROCESS, 0);
  if (inherited == -1 && errno != 0) {
    throw_errno("getpriority");
  }
  if (inherited < setup.spec.nice) {
    check(::setpriority(PRIO_PROCESS, 0, setup.spec.nice), "setpriority");
  }
}

void limits(ChildSetup& setup) { apply_limits(setup.spec.limits); }

void scratch(ChildSetup& setup) {
  const std::string& directory = setup.spec.scratch;
  check(::chdir(directory.empty() ? "/" : directory.c_str()), "chdir to scratch");
  ::umask(077);
}

void bounding_set(ChildSetup&) { drop_bounding_set(); }

void separate_user(ChildSetup& setup) {
  const auto id = static_cast<uid_t>(setup.spec.uid);
  check(::setgroups(0, nullptr), "setgroups");
  check(::setresgid(id, id, id), "setresgid");
  check(::setresuid(id, id, id), "setresuid");
}

void capabilities(ChildSetup&) { drop_all_capabilities(); }

void not_dumpable(ChildSetup&) { check(::prctl(PR_SET_DUMPABLE, 0), "prctl(PR_SET_DUMPABLE)"); }

void no_new_privileges(ChildSetup&) {
  check(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl(PR_SET_NO_NEW_PRIVS)");
}

void landlock(ChildSetup& setup) {
  landlock_restrict(setup.landlock_ruleset);
  check(::close(setup.landlock_ruleset), "close ruleset");
}

void seccomp(ChildSetup& setup) { setup.filter->install(); }

struct StepOutcome {
  const char* name;
  const char* state;  // on, off
  std::string reason;
};

struct Step {
  const char* name;
  bool optional;  // a probe may go on without it
  bool (*wanted)(const ChildSetup&);
  void (*run)(ChildSetup&);
};

bool always(const ChildSetup&) { return true; }

constexpr std::array kSteps{
    Step{"parent_death_signal", false, always, die_with_parent},
    Step{"session", false, always, own_session},
    Step{"descriptors", false, always, descriptors},
    Step{"signals", false, always, signals},
    Step{"cgroup", true, [](const ChildSetup& s) { return s.fds.size() > kFirstCgroupFd; }, join_cgroup},
    Step{"affinity", true, always, affinity},
    Step{"nice", false, always, priority},
    Step{"limits", false, always, limits},
    Step{"scratch", false, always, scratch},
    Step{"bounding_set", false, always, bounding_set},  // a change of user takes the right to do this
    Step{"separate_user", true, [](const ChildSetup& s) { return s.spec.uid >= 0; }, separate_user},
    Step{"capabilities", false, always, capabilities},
    // Changing credentials clears the parent-death signal: ask again.
    Step{"parent_death_signal_again", false, always, die_with_parent},
    Step{"not_dumpable", false, always, not_dumpable},
    Step{"no_new_privileges", false, always, no_new_privileges},
    Step{"landlock", true, [](const ChildSetup& s) { return s.landlock_ruleset >= 0; }, landlock},
    Step{"seccomp", true, [](const ChildSetup& s) { return s.filter != nullptr; }, seccomp},
};

// Runs the table; `step` names the one under way. Throws what a step throws unless the probe may go on without it.
std::vector<StepOutcome> run_steps(ChildSetup& setup, const char*& step) {
  std::vector<StepOutcome> outcomes;
  for (const Step& entry : kSteps) {
    step = entry.name;
    if (!entry.wanted(setup)) {
      outcomes.push_back({step, "off", "not requested"});
      continue;
    }
    try {
      entry.run(setup);
      outcomes.push_back({step, "on", ""});
    } catch (const Error& error) {
      if (!(entry.optional && setup.spec.tolerate)) {
        throw;
      }
      outcomes.push_back({step, "off", error.what()});
    }
  }
  return outcomes;
}

// Every child says that its set-up is complete, so that nothing that comes later can be taken for a failed set-up. A
// worker says so itself, when it knows its source and before it loads it: what fails up to there is the host's failure.
void report_done(const ChildSetup& setup, const std::vector<StepOutcome>& outcomes) {
  WireWriter report;
  if (setup.spec.tolerate) {
    report.integer(outcomes.size());
    for (const StepOutcome& outcome : outcomes) {
      report.text(outcome.name).text(outcome.state).text(outcome.reason);
    }
  }
  if (!send_frame(kChildControlFd, kFrameSetupDone, report.data(), -1, -1)) {
    throw Error("the host has hung up");
  }
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));  // execve takes char*[] for historical reasons only
  }
  result.push_back(nullptr);
  return result;
}

[[noreturn]] void fail(const ChildSetup& setup, const char* step, int code, const char* text) noexcept {
  try {
    const bool moved = setup.fds.size() > kControlFd && !setup.fds[kControlFd];
    const int control = moved ? kChildControlFd : setup.fds.at(kControlFd).get();
    const std::string payload = WireWriter().text(step).integer(code).text(text).data();
    (void)send_frame(control, kFrameSetupFailed, payload, -1, -1);
  } catch (const std::exception&) {
    // The host sees the child end before its set-up was complete, and treats that as a failure of its own as well.
  }
  ::_exit(kSetupFailedStatus);
}

}  // namespace

void become_child(ChildSetup& setup) noexcept {
  const char* step = "fork";
  try {
    const std::vector<StepOutcome> outcomes = run_steps(setup, step);
    step = "report";
    const SpawnSpec& spec = setup.spec;
    const std::vector<char*> argv = pointers(spec.argv);
    const std::vector<char*> environment = pointers(spec.environment);
    if (spec.tolerate || !spec.argv.empty()) {
      report_done(setup, outcomes);
    }
    if (!spec.argv.empty()) {
      // The host started its clock at the report: the set-up is not the program's time.
      step = "execve";
      ::execve(argv.front(), argv.data(), environment.data());
      const int code = errno;
      throw Error("execve " + spec.argv.front(), code);
    }
  } catch (const Error& error) {
    fail(setup, step, error.code(), error.what());
  } catch (const std::exception& error) {  // no memory left under the new limits, say
    fail(setup, step, 0, error.what());
  }
}

}  // namespace effibench
