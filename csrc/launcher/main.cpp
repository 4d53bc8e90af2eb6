// effibench-launcher: stands between the host process and the interpreter that becomes the zygote.
//
// Why a program of its own. Namespaces have to be made by a single-threaded process, the host is anything but,
// and the interpreter has threads as soon as it has imported polars. The network namespace alone costs
// milliseconds, so all are made once, before the interpreter starts, and every fork of it lives inside them.
// And somebody has to clean up when the host is killed: a death the host's own destructors never see.
//
//   host -- posix_spawn --> launcher -- clone(namespaces) --> child: mounts, then execve --> interpreter
//
// 1. The launcher takes a pidfd of its parent, the host, and closes all descriptors it wasn't told to keep.
// 2. It clones the child with as many of the wanted namespaces as the machine grants, maps the ids if there is
//    a user namespace, and lets the child go on through a pipe. In a pid namespace the child is process 1: when
//    the interpreter dies, the kernel kills everything in there, however it tried to get away.
// 3. The child arranges the mounts and executes the program. What it found, or the step that failed, comes back
//    through a second pipe which exec closes, so that its end without an error means: the program runs.
// 4. The launcher writes one line per protection to the report descriptor, `name TAB on|off|partial TAB reason`,
//    then `ready TAB pid TAB` or `error TAB step TAB text`, and closes it.
// 5. It waits for whichever ends first. Host gone (or SIGTERM, SIGINT, SIGHUP): SIGKILL to the program.
//    Program gone: kill what it left behind, remove the control groups, exit with its status.
//
// Priority is asked for first of all, while the rights of the host still count: a user namespace has none outside.
//
// Each arrow of trust points down: the child has PDEATHSIG on the launcher, the launcher polls the host.
// (Not PDEATHSIG on the host: that fires when the *thread* which spawned us ends.)
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "cgroup.hpp"
#include "descriptors.hpp"
#include "error.hpp"
#include "namespaces.hpp"
#include "options.hpp"
#include "supervise.hpp"

namespace effibench {
namespace {

constexpr int kUsageExit = 2;
constexpr int kFailureExit = 125;  // ours, as with env(1) and nice(1); the program's own status is passed through
constexpr int64_t kSetupDeadlineMs = 30'000;

std::string line_of(const std::string& name, const std::string& state, std::string text) {
  for (char& letter : text) {
    letter = letter == '\t' || letter == '\n' ? ' ' : letter;
  }
  return name + "\t" + state + "\t" + text + "\n";
}

std::string lines_of(const std::vector<Finding>& findings) {
  std::string lines;
  for (const Finding& finding : findings) {
    lines += line_of(finding.name, finding.state, finding.reason);
  }
  return lines;
}

struct Pipe {
  Fd read;
  Fd write;
};

Pipe make_pipe() {
  int ends[2];
  check(::pipe2(ends, O_CLOEXEC), "pipe2");
  return {Fd(ends[0]), Fd(ends[1])};
}

// The child's part, up to the exec. Only ever returns by exception; `step` says where it was.
void become_program(const Options& options, int namespaces, const Pipe& go, const Pipe& status, std::string& step) {
  step = "pdeathsig";
  check(::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "prctl(PR_SET_PDEATHSIG)");
  step = "go";
  // The launcher may have died before the line above. Then this pipe is at its end; getppid couldn't tell, as it
  // is 0 in a new pid namespace anyway.
  char byte = 0;
  if (check(::read(go.read.get(), &byte, 1), "wait for the launcher") != 1) {
    throw Error("the launcher is gone");
  }
  step = "mounts";
  std::string lines;
  if ((namespaces & CLONE_NEWNS) != 0) {
    MountPlan plan = options.mounts;
    plan.fresh_proc = (namespaces & CLONE_NEWPID) != 0;
    lines = lines_of(arrange_mounts(plan));
  } else {
    lines = lines_of(no_mounts("no mount namespace"));
  }
  step = "chdir";  // the host's working directory may lie under one of the mounts, or in a covered folder
  check(::chdir("/"), "chdir");
  step = "subreaper";
  if ((namespaces & CLONE_NEWPID) == 0) {
    check(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl(PR_SET_CHILD_SUBREAPER)");
  }
  step = "signals";
  reset_signals();
  step = "descriptors";
  check(::fcntl(options.control, F_SETFD, 0), "clear close-on-exec of the control descriptor");
  step = "report";
  write_all(status.write.get(), lines);
  step = "execve";
  ::execve(options.program.front(), options.program.data(), environ);
  throw_errno("execve " + std::string(options.program.front()));
}

Finding raise_priority(int nice) {
  if (nice >= 0) {
    return {"priority", "off", "not requested"};
  }
  if (::setpriority(PRIO_PROCESS, 0, nice) != 0) {
    return {"priority", "off", Error("setpriority " + std::to_string(nice), errno).what()};
  }
  return {"priority", "on", "nice " + std::to_string(nice) + " on a lane of its own"};
}

struct Started {
  pid_t pid;
  std::string findings;
  std::string error;  // a whole line; empty if the program runs
};

Started start_program(const Options& options) {
  Pipe go = make_pipe();
  Pipe status = make_pipe();
  // All of them at once, without a trial: a network namespace takes milliseconds to make.
  NamespaceChoice choice = choose_namespaces(options.namespaces, [](int) { return 0; });
  pid_t child = clone_process(choice.flags);
  if (child < 0) {
    choice = choose_namespaces(options.namespaces);
    child = check(clone_process(choice.flags), "clone");
  }
  if (child == 0) {
    go.write.reset();
    status.read.reset();
    std::string step;
    try {
      become_program(options, choice.flags, go, status, step);
    } catch (const std::exception& error) {
      const std::string line = line_of("error", step, error.what());
      [[maybe_unused]] const ssize_t written = ::write(status.write.get(), line.data(), line.size());
    }
    ::_exit(kFailureExit);
  }
  go.read.reset();
  status.write.reset();
  Started started{child, lines_of(choice.findings), ""};
  try {
    if ((choice.flags & CLONE_NEWUSER) != 0) {
      map_own_ids(child);
    }
    write_all(go.write.get(), "x");
    started.findings += read_to_end(status.read.get(), kSetupDeadlineMs);
  } catch (const Error& error) {
    started.error = line_of("error", "start", error.what());
  }
  // The child's own error is the last line of what it sent.
  const std::size_t at = started.findings.rfind("error\t");
  if (at != std::string::npos && (at == 0 || started.findings[at - 1] == '\n')) {
    started.error = started.findings.substr(at);
    started.findings.resize(at);
  }
  return started;
}

int launch(const Options& options) {
  Fd report(options.report);
  check(::fcntl(report.get(), F_SETFD, FD_CLOEXEC), "close-on-exec of the report descriptor");
  try {
    const Fd host = watch_parent(options.control);
    lead_session();
    const std::string priority = lines_of({raise_priority(options.nice)});
    close_others({options.control, options.report, host.get()});
    const Fd signals = take_signals();
    check(::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), "prctl(PR_SET_CHILD_SUBREAPER)");
    const Started started = start_program(options);
    Program program(started.pid);
    ::close(options.control);  // the host has to see its end when the program closes it
    if (!started.error.empty()) {
      program.kill();
      write_all(report.get(), priority + started.findings + started.error);
      return kFailureExit;
    }
    write_all(report.get(), priority + started.findings + line_of("ready", std::to_string(started.pid), ""));
    report.reset();
    const int status = program.wait(host.get(), signals.get());
    for (const std::string& folder : options.cgroup_cleanup) {
      if (!remove_cgroup(folder)) {
        std::fprintf(stderr, "effibench-launcher: could not remove the control group %s\n", folder.c_str());
      }
    }
    return status;
  } catch (const Error& error) {
    if (report) {
      write_all(report.get(), line_of("error", "launcher", error.what()));
    }
    throw;
  }
}

}  // namespace
}  // namespace effibench

int main(int argc, char** argv) {
  using namespace effibench;
  Options options;
  try {
    options = parse_options(argc, argv);
  } catch (const Error& error) {
    std::fprintf(stderr, "effibench-launcher: %s\n", error.what());
    return kUsageExit;
  }
  try {
    return launch(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "effibench-launcher: %s\n", error.what());
    return kFailureExit;
  }
}
