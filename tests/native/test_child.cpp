#include "child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "affinity.hpp"
#include "caps.hpp"
#include "cgroup.hpp"
#include "check.hpp"
#include "forked_zygote.hpp"
#include "landlock.hpp"
#include "wire.hpp"

using namespace effibench;
using namespace support;

namespace {

// 0 if the process is what the set-up promises, else a number that says what is not.
int inspect(const SpawnSpec& spec) {
  if (spec.role == "stay") {
    tell(11);
    ::pause();
  }
  if (spec.role == "nice") {
    return ::getpriority(PRIO_PROCESS, 0) + 20;  // an exit status is not negative
  }
  for (int fd = 0; fd < 1024; ++fd) {
    if ((::fcntl(fd, F_GETFD) >= 0) != (fd <= kChildControlFd)) {
      return 1;
    }
  }
  int death_signal = 0;
  must(::prctl(PR_GET_PDEATHSIG, &death_signal), "prctl");
  if (death_signal != SIGKILL || ::getsid(0) != ::getpid() || ::getpgid(0) != ::getpid()) {
    return 2;
  }
  if (::prctl(PR_GET_DUMPABLE) != 0 || ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 || ::prctl(PR_GET_SECCOMP) != 2) {
    return 3;
  }
  if (has_any_capability() || ::umask(0) != 077) {
    return 4;
  }
  rlimit files{};
  must(::getrlimit(RLIMIT_NOFILE, &files), "getrlimit");
  if (files.rlim_cur != 40 || files.rlim_max != 40 || allowed_cpus() != spec.cpus) {
    return 5;
  }
  sigset_t blocked;
  must(::sigprocmask(SIG_SETMASK, nullptr, &blocked), "sigprocmask");
  struct sigaction pipe {};
  struct sigaction child {};
  must(::sigaction(SIGPIPE, nullptr, &pipe), "sigaction");
  must(::sigaction(SIGCHLD, nullptr, &child), "sigaction");
  if (::sigismember(&blocked, SIGCHLD) != 0 || pipe.sa_handler != SIG_IGN || child.sa_handler != SIG_DFL) {
    return 6;
  }
  if (std::filesystem::current_path() != std::filesystem::path(spec.scratch.empty() ? "/" : spec.scratch)) {
    return 7;
  }
  return ::fork() < 0 && errno == EPERM ? 0 : 8;
}

KeptChild kept(ForkedZygote& zygote, const std::vector<std::string>& argv) {
  SpawnSpec spec;
  spec.argv = argv;
  spec.environment = {"GREETING=hello", "PATH=/usr/bin:/bin"};
  spec.allow_subprocess = true;
  return zygote.spawn(spec);
}

Event next(KeptChild& child) { return child.receive(soon(), 0, no_interrupt); }

int status_of(KeptChild& child) { return child.finish(soon(), no_interrupt).status; }

struct Failure {
  std::string step;
  int code;
  std::string text;
};

Failure failure_of(const Event& event) {
  CHECK(event.kind == EventKind::frame && event.frame_kind == kFrameSetupFailed);
  WireReader reader(event.payload);
  Failure failure;
  failure.step = reader.text();
  failure.code = reader.integer<int>();
  failure.text = reader.text();
  reader.expect_end();
  return failure;
}

}  // namespace

TEST(the_steps_come_in_the_order_that_protects) {
  ForkedZygote zygote(inspect);
  SpawnSpec spec;
  spec.role = "stay";
  spec.tolerate = true;
  KeptChild child = zygote.spawn(spec);
  const Event event = next(child);
  CHECK(event.kind == EventKind::frame && event.frame_kind == kFrameSetupDone);
  WireReader reader(event.payload);
  std::vector<std::string> names;
  for (auto left = reader.integer(); left > 0; --left) {
    names.push_back(reader.text());
    const std::string state = reader.text();
    const std::string reason = reader.text();
    const bool asked_for = names.back() != "cgroup" && names.back() != "separate_user" && names.back() != "landlock";
    CHECK(state == (asked_for ? "on" : "off") && reason == (asked_for ? "" : "not requested"));
  }
  reader.expect_end();
  const std::vector<std::string> expected{
      "parent_death_signal", "session", "descriptors", "signals", "cgroup", "affinity", "nice", "limits", "scratch",
      "bounding_set", "separate_user", "capabilities", "parent_death_signal_again", "not_dumpable", "no_new_privileges", "landlock",
      "seccomp"};
  CHECK(names == expected);
  CHECK(next(child).frame_kind == 11);
}

TEST(priority_is_given_up_down_to_what_is_asked_for_and_never_taken) {
  ForkedZygote zygote(inspect);
  SpawnSpec spec;
  spec.role = "nice";
  const int mine = ::getpriority(PRIO_PROCESS, 0);
  for (const int wanted : {mine - 5, mine, mine + 3}) {
    spec.nice = wanted;
    KeptChild child = zygote.spawn(spec);
    CHECK(next(child).kind == EventKind::exited);
    CHECK(WEXITSTATUS(status_of(child)) == std::max(mine, wanted) + 20);
  }
}

TEST(the_process_is_what_the_steps_say) {
  const Folder folder;
  must(::chmod(folder.path().c_str(), 0711), "chmod");
  ForkedZygote zygote(inspect);
  SpawnSpec spec;
  spec.cpus = {allowed_cpus().back()};
  spec.limits.open_files = 40;
  for (const bool with_scratch : {false, true}) {
    spec.scratch = with_scratch ? folder.path("slot") : "";
    KeptChild child = zygote.spawn(spec);
    CHECK(next(child).kind == EventKind::exited);
    CHECK(status_of(child) == 0);
  }
}

TEST(cgroup_files_are_written_and_closed) {
  ForkedZygote zygote(inspect);
  const Fd first = memory_file();
  const Fd second = memory_file();
  SpawnSpec spec;
  spec.cpus = {allowed_cpus().front()};
  spec.limits.open_files = 40;
  KeptChild child = zygote.spawn(spec, {first.get(), second.get()});
  CHECK(next(child).kind == EventKind::exited);
  CHECK(status_of(child) == 0);
  CHECK(content(first) == "0" && content(second) == "0");
}

TEST(a_failing_step_is_reported_and_ends_the_child) {
  ForkedZygote zygote(inspect);
  SpawnSpec spec;
  spec.cpus = {1'000'000};
  KeptChild child = zygote.spawn(spec);
  const Failure failure = failure_of(next(child));
  CHECK(failure.step == "affinity" && !failure.text.empty());
  CHECK(next(child).kind == EventKind::exited);
  CHECK(WIFEXITED(status_of(child)) && WEXITSTATUS(status_of(child)) == 120);
  const Fd read_only(must(::open("/dev/null", O_RDONLY | O_CLOEXEC), "open"));
  KeptChild second = zygote.spawn({}, {read_only.get()});
  const Failure cgroup = failure_of(next(second));
  CHECK(cgroup.step == "cgroup" && cgroup.code == EBADF);
}

TEST(a_probe_goes_on_without_an_optional_step) {
  ForkedZygote zygote(inspect);
  const Fd read_only(must(::open("/dev/null", O_RDONLY | O_CLOEXEC), "open"));
  SpawnSpec spec;
  spec.role = "stay";
  spec.tolerate = true;
  KeptChild child = zygote.spawn(spec, {read_only.get()});
  const Event event = next(child);
  CHECK(event.frame_kind == kFrameSetupDone);
  CHECK(event.payload.find("join a control group") != std::string::npos);
  CHECK(next(child).frame_kind == 11);
  spec.limits.memory_bytes = -1;  // not optional
  KeptChild second = zygote.spawn(spec);
  CHECK(failure_of(next(second)).step == "limits");
}

TEST(a_thread_of_a_fork_handler_joins_the_control_group_too) {
  const CgroupProbe probe = find_writable_cgroup();
  if (!probe.base) {
    std::fprintf(stderr, "       (no control groups here: %s)\n", probe.reason.c_str());
    return;
  }
  const Cgroup session(*probe.base, cgroup_name("test-threads"));
  const Cgroup slot = session.slot(0);
  std::vector<int> files;
  const std::vector<Fd> joins = slot.open_joins();
  for (const Fd& join : joins) {
    files.push_back(join.get());
  }
  ForkedZygote zygote(inspect, no_interrupt, [] { std::thread(::pause).detach(); });
  SpawnSpec spec;
  spec.role = "stay";
  KeptChild child = zygote.spawn(spec, files);
  CHECK(next(child).frame_kind == 11);
  for (const std::string& folder : {slot.paths().memory_path, slot.paths().pids_path}) {
    if (!folder.empty()) {
      const std::string threads = read_file(folder + (slot.paths().version == 1 ? "/tasks" : "/cgroup.threads"));
      CHECK(std::count(threads.begin(), threads.end(), '\n') == 2);
    }
  }
  child.kill();
  CHECK(WTERMSIG(status_of(child)) == SIGKILL);
}

TEST(an_end_before_the_set_up_is_the_hosts_failure_unless_we_killed) {
  ForkedZygote dying(inspect, no_interrupt, [] { ::_exit(0); });
  KeptChild dead = dying.spawn("stay");
  CHECK_THROWS(next(dead), Error);
  ForkedZygote slow(inspect, no_interrupt, [] { ::pause(); });
  KeptChild killed = slow.spawn("stay");
  killed.kill();
  CHECK(next(killed).kind == EventKind::exited);
}

TEST(a_command_gets_its_streams_arguments_and_environment) {
  ForkedZygote zygote(inspect);
  const Fd input = memory_file("from stdin\n");
  const Fd output = memory_file();
  const Fd errors = memory_file();
  SpawnSpec spec;
  spec.argv = {"/bin/sh", "-c", "cat; echo \"$GREETING $1\"; echo oops >&2; exit 4", "name", "argument"};
  spec.environment = {"GREETING=hello", "PATH=/usr/bin:/bin"};
  spec.allow_subprocess = true;
  KeptChild child = zygote->spawn(spec, {input.get(), output.get(), errors.get()}, {}, soon(), no_interrupt);
  CHECK(next(child).frame_kind == kFrameSetupDone);
  CHECK(next(child).kind == EventKind::exited);
  const int status = status_of(child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 4);
  CHECK(content(output) == "from stdin\nhello argument\n");
  CHECK(content(errors) == "oops\n");
}

TEST(a_command_has_only_the_standard_descriptors_and_default_signals) {
  ForkedZygote zygote(inspect);
  KeptChild child = kept(zygote, {"/bin/sh", "-c", "ls /proc/self/fd | wc -l; grep SigIgn /proc/self/status; pwd"});
  CHECK(next(child).frame_kind == kFrameSetupDone);
  CHECK(next(child).kind == EventKind::exited);
  CHECK(content(zygote.output()) == "4\nSigIgn:\t0000000000000000\n/\n");  // with the one by which ls reads the folder
}

TEST(a_program_that_cannot_be_executed_is_reported) {
  ForkedZygote zygote(inspect);
  KeptChild child = kept(zygote, {"/no/such/program"});
  CHECK(next(child).frame_kind == kFrameSetupDone);
  const Failure failure = failure_of(next(child));
  CHECK(failure.step == "execve" && failure.code == ENOENT);
  CHECK(failure.text.find("/no/such/program") != std::string::npos);
  CHECK(next(child).kind == EventKind::exited);
}

TEST(a_separate_user_is_separate) {
  if (::geteuid() != 0 || !ordinary_user_possible()) {
    std::fprintf(stderr, "       (needs root: not tested)\n");
    return;
  }
  const Folder folder;
  must(::chmod(folder.path().c_str(), 0711), "chmod");
  ForkedZygote zygote(inspect);
  SpawnSpec spec;
  spec.uid = 61184;
  spec.scratch = folder.path("slot");
  spec.cpus = {allowed_cpus().front()};
  spec.limits.open_files = 40;
  KeptChild child = zygote.spawn(spec);
  CHECK(next(child).kind == EventKind::exited);
  CHECK(status_of(child) == 0);
  spec.argv = {"/usr/bin/id", "-u"};
  KeptChild command = zygote.spawn(spec);
  CHECK(next(command).frame_kind == kFrameSetupDone && next(command).kind == EventKind::exited);
  CHECK(content(zygote.output()) == "61184\n");
}

TEST_MAIN
