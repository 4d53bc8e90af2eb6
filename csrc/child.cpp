#include "child.hpp"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>

#include "affinity.hpp"
#include "caps.hpp"
#include "descriptors.hpp"
#include "error.hpp"
#include "frame.hpp"
#include "landlock.hpp"
#include "seccomp.hpp"
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

void own_session(ChildSetup&) { check(::setsid(), "setsid"); }

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

void join_cgroup(ChildSetup& setup) {
  for (std::size_t index = kFirstCgroupFd; index < setup.fds.size(); ++index) {
    check(::write(setup.fds[index].get(), "0", 1), "write cgroup.procs");
    setup.fds[index].reset();
  }
}

void affinity(ChildSetup& setup) {
  if (!setup.spec.cpus.empty()) {
    set_affinity(0, setup.spec.cpus);
  }
}

void limits(ChildSetup& setup) { apply_limits(setup.spec.limits); }

void scratch(ChildSetup& setup) {
  const std::string& directory = setup.spec.scratch;
  check(::chdir(directory.empty() ? "/" : directory.c_str()), "chdir to scratch");
  ::umask(077);
}

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

void seccomp(ChildSetup& setup) {
  SeccompPolicy policy;
  policy.allow_subprocess = setup.spec.allow_subprocess;
  policy.allow_exec = setup.spec.allow_subprocess || !setup.spec.argv.empty();
  policy.self = ::getpid();
  install_filter(policy);
}

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
    Step{"limits", false, always, limits},
    Step{"scratch", false, always, scratch},
    Step{"separate_user", true, [](const ChildSetup& s) { return s.spec.uid >= 0; }, separate_user},
    Step{"capabilities", false, always, capabilities},
    // Changing credentials clears the parent-death signal: ask again.
    Step{"parent_death_signal_again", false, always, die_with_parent},
    Step{"not_dumpable", false, always, not_dumpable},
    Step{"no_new_privileges", false, always, no_new_privileges},
    Step{"landlock", true, [](const ChildSetup& s) { return s.landlock_ruleset >= 0; }, landlock},
    Step{"seccomp", true, [](const ChildSetup& s) { return s.spec.seccomp; }, seccomp},
};

[[noreturn]] void report_failure(int control, const char* step, const Error& error) {
  const std::string payload = WireWriter().text(step).integer(error.code()).text(error.what()).data();
  try {
    (void)send_frame(control, kFrameSetupFailed, payload, -1, -1);
  } catch (const Error&) {
    // The host sees the child end without a frame, which it treats as a failed set-up as well.
  }
  ::_exit(kSetupFailedStatus);
}

}  // namespace

std::vector<StepOutcome> set_up_child(ChildSetup& setup) {
  std::vector<StepOutcome> outcomes;
  for (const Step& step : kSteps) {
    if (!step.wanted(setup)) {
      outcomes.push_back({step.name, "off", "not requested"});
      continue;
    }
    try {
      step.run(setup);
      outcomes.push_back({step.name, "on", ""});
    } catch (const Error& error) {
      if (!(step.optional && setup.spec.tolerate)) {
        const bool moved = setup.fds.size() > kControlFd && !setup.fds[kControlFd];
        report_failure(moved ? kChildControlFd : setup.fds[kControlFd].get(), step.name, error);
      }
      outcomes.push_back({step.name, "off", error.what()});
    }
  }
  return outcomes;
}

void execute_command(const SpawnSpec& spec) {
  const auto pointers = [](const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) {
      result.push_back(const_cast<char*>(text.c_str()));  // execve takes char*[] for historical reasons only
    }
    result.push_back(nullptr);
    return result;
  };
  // The host starts its clock here: the set-up is not the program's time.
  (void)send_frame(kChildControlFd, kFrameSetupDone, {}, -1, -1);
  ::execve(spec.argv.at(0).c_str(), pointers(spec.argv).data(), pointers(spec.environment).data());
  report_failure(kChildControlFd, "execve", Error("execve " + spec.argv[0], errno));
}

}  // namespace effibench
