// Runs the built launcher with shell programs, as the host would.
#include "launched.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include <sstream>

#include "cgroup.hpp"
#include "check.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {

const char* const kAll = "mount,pid,net,ipc,uts";
const char* const kAllWithUser = "user,mount,pid,net,ipc,uts";

bool has(const std::string& text, const std::string& part) {
  if (text.find(part) == std::string::npos) {
    std::fprintf(stderr, "'%s' not in: %s\n", part.c_str(), text.c_str());
    return false;
  }
  return true;
}

bool mount_namespace_granted() {
  Launcher launcher({"--namespaces", ::getuid() == 0 ? kAll : kAllWithUser}, "exit 0");
  if (launcher.report()["read_only_root"].state == "on") {
    return true;
  }
  std::fprintf(stderr, "       (mounts are not permitted here)\n");
  return false;
}

const char* kinds() { return ::getuid() == 0 ? kAll : kAllWithUser; }

}  // namespace

TEST(without_namespaces) {
  Launcher launcher({"--namespaces", "none"}, "echo $$; ls /proc/self/fd | wc -l; exit 7");
  auto lines = launcher.report();
  for (const char* name : {"user_namespace", "pid_namespace", "net_namespace", "ipc_namespace", "mount_namespace",
                           "uts_namespace"}) {
    CHECK(lines[name].state == "off" && lines[name].reason == "not requested");
  }
  CHECK(lines["read_only_root"].state == "off" && lines["scratch_tmpfs"].state == "off");
  CHECK(lines["proc_mount"].state == "off" && lines["private_shm"].state == "off");
  std::istringstream output(launcher.output());
  std::string pid;
  std::string descriptors;
  output >> pid >> descriptors;
  CHECK(pid == lines["ready"].state);
  CHECK(descriptors == "5");  // 0, 1, 2, control, and the folder that ls reads
  CHECK(launcher.wait() == 7);
}

TEST(all_namespaces) {
  Launcher launcher({"--namespaces", kinds()}, "echo $$; ls /sys/class/net /proc/net/dev >/dev/null; "
                                               "tail -n +3 /proc/net/dev | wc -l; kill -TERM $$; echo alive");
  auto lines = launcher.report();
  CHECK(lines.contains("ready") && std::stoi(lines["ready"].state) > 1);
  const std::string output = launcher.output();
  for (const auto& [name, line] : lines) {
    CHECK(name == "ready" || line.state == "on" || !line.reason.empty());
  }
  if (lines["pid_namespace"].state == "on") {
    CHECK(has(output, "1\n"));        // it is process 1
    CHECK(has(output, "alive\n"));    // which no signal from inside can end
    CHECK(launcher.wait() == 0);
  }
}

TEST(file_system_is_read_only_but_for_a_few_places) {
  if (!mount_namespace_granted()) {
    return;
  }
  const Folder folder;
  for (const char* name : {"scratch", "open", "shut", "covered"}) {
    std::filesystem::create_directory(folder.path(name));
  }
  const std::string script = "pwd; cd " + folder.path() +
                             "; for f in /etc/effibench-test /tmp/effibench-test shut/x scratch/x open/x /dev/effibench-test "
                             "/dev/shm/x /dev/null; do if (echo x > $f) 2>/dev/null; then echo wrote $f; fi; done; "
                             "head -c 2000000 /dev/zero > scratch/big 2>/dev/null || echo full; "
                             "(echo 5 > /proc/self/clear_refs) && echo proc; ls -A /dev/shm covered; "
                             "(echo x > covered/x) 2>/dev/null && echo wrote covered; true";
  folder.write("covered/secret", "");
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path("covered"));
  Launcher launcher({"--namespaces", kinds(), "--cover", folder.path("covered"), "--tmpfs", folder.path("scratch") + ":1048576", "--writable", folder.path("open")},
                    script);
  std::filesystem::current_path(before);
  auto lines = launcher.report();
  CHECK(lines["read_only_root"].state == "on" && lines["scratch_tmpfs"].state == "on");
  CHECK(lines["private_shm"].state == "on" && lines["proc_mount"].state == "on");
  CHECK(launcher.output() == "/\nwrote scratch/x\nwrote open/x\nwrote /dev/null\nfull\nproc\n/dev/shm:\n\ncovered:\n");
  CHECK(launcher.wait() == 0);
  CHECK(std::filesystem::is_empty(folder.path("scratch")) && std::filesystem::exists(folder.path("open/x")));
  CHECK(!std::filesystem::exists("/dev/shm/x"));
}

TEST(refused_tmpfs_is_reported_and_the_folder_stays_writable) {
  if (!mount_namespace_granted()) {
    return;
  }
  const Folder folder;
  std::filesystem::create_directory(folder.path("there"));
  Launcher launcher({"--namespaces", kinds(), "--tmpfs", folder.path("there") + ":1048576", "--tmpfs",
                     folder.path("missing") + ":1048576"},
                    "echo x > " + folder.path("there") + "/x && echo wrote");
  auto lines = launcher.report();
  CHECK(lines["scratch_tmpfs"].state == "partial" && has(lines["scratch_tmpfs"].reason, folder.path("missing")));
  CHECK(lines["read_only_root"].state == "off" && has(lines["read_only_root"].reason, folder.path("missing")));
  CHECK(has(launcher.output(), "wrote"));
}

TEST(priority_is_asked_for_and_reported) {
  Launcher urgent({"--namespaces", "none", "--nice", "-20"}, "nice");
  const Line line = urgent.report()["priority"];
  CHECK(line.state == (::geteuid() == 0 ? "on" : line.state));
  CHECK(urgent.output() == (line.state == "on" ? "-20\n" : "0\n"));
  Launcher plain({"--namespaces", "none"}, "nice");
  CHECK(plain.report()["priority"].reason == "not requested" && plain.output() == "0\n");
}

TEST(ordinary_user) {
  // As an ordinary user already, all tests here are of that kind.
  if (::getuid() != 0 || !ordinary_user_possible()) {
    return;
  }
  const Folder folder;
  must(::chmod(folder.path().c_str(), 0777), "chmod");
  Launcher launcher({"--namespaces", kAllWithUser, "--tmpfs", folder.path() + ":1048576"},
                    "id -u; echo x > " + folder.path() + "/x && echo wrote; grep CapEff /proc/self/status", 65534);
  auto lines = launcher.report();
  const std::string output = launcher.output();
  const int status = launcher.wait();
  if (status == 97) {
    std::fprintf(stderr, "       (user 65534 can't reach the launcher in this build folder)\n");
    return;
  }
  CHECK(status == 0 && lines.contains("ready"));
  CHECK(has(output, "65534\nwrote\n") && has(output, "CapEff:\t0000000000000000"));
  if (lines["user_namespace"].state == "on") {
    CHECK(lines["pid_namespace"].state == "on" || !lines["pid_namespace"].reason.empty());
    CHECK(!std::filesystem::exists(folder.path("x")) || lines["scratch_tmpfs"].state != "on");
  }
  // Without a user namespace an ordinary user gets nothing, and the program runs all the same.
  Launcher bare({"--namespaces", kAll}, "exit 3", 65534);
  lines = bare.report();
  CHECK(lines["pid_namespace"].state == "off" && has(lines["pid_namespace"].reason, "not permitted"));
  CHECK(lines.contains("ready") && bare.wait() == 3);
}

TEST(death_of_the_host_ends_everything) {
  for (const char* namespaces : {"none", kinds()}) {
    int output[2];
    must(::pipe2(output, O_CLOEXEC), "pipe2");
    const pid_t host = must(::fork(), "fork");
    if (host == 0) {
      // What the program's tree holds open, until the last of it is gone, is this standard output.
      ::dup2(output[1], STDOUT_FILENO);
      Launcher launcher({"--namespaces", namespaces}, "(setsid sleep 1000 &) ; echo up; exec sleep 1000", 0, false, true);
      ::pause();
    }
    ::close(output[1]);
    char text[4] = {};
    must(::read(output[0], text, 3), "read");
    CHECK(std::string(text) == "up\n");
    must(::kill(host, SIGKILL), "kill");
    must(::waitpid(host, nullptr, 0), "waitpid");
    CHECK(drain(output[0]).empty());
    ::close(output[0]);
  }
}

TEST(signals_to_the_launcher_end_the_program_and_its_orphans) {
  for (const char* namespaces : {"none", kinds()}) {
    Launcher launcher({"--namespaces", namespaces}, "setsid sleep 1000 & echo up; wait");
    CHECK(launcher.report().contains("ready") && launcher.output_line() == "up");
    must(::kill(launcher.pid(), SIGTERM), "kill");
    CHECK(launcher.output().empty());  // returns when the last holder of the output is gone
    CHECK(launcher.wait() == 128 + SIGKILL);
  }
  Launcher launcher({"--namespaces", kinds()}, "echo up; exec sleep 1000");
  CHECK(launcher.output_line() == "up");
  must(::kill(launcher.pid(), SIGKILL), "kill");
  CHECK(launcher.output().empty());
}

TEST(host_gone_before_the_start) {
  Launcher launcher({"--namespaces", "none"}, "echo ran", 0, true);
  auto lines = launcher.report();
  CHECK(lines["error"].state == "launcher" && has(lines["error"].reason, "the host process is gone"));
  CHECK(launcher.output().empty() && launcher.wait() == 125);
}

TEST(program_that_can_not_be_executed) {
  Launcher launcher({"--namespaces", kinds(), "--", "/no/such/program"}, "");
  auto lines = launcher.report();
  CHECK(!lines.contains("ready") && lines["error"].state == "execve" && has(lines["error"].reason, "/no/such/program"));
  CHECK(lines.contains("pid_namespace"));  // what was found out is reported all the same
  CHECK(launcher.wait() == 125);
}

TEST(status_is_passed_on) {
  Launcher launcher({}, "kill -9 $$");
  CHECK(launcher.report().contains("ready"));
  CHECK(launcher.wait() == 128 + SIGKILL);
}

TEST(usage_errors) {
  const std::vector<std::vector<std::string>> bad = {{"--namespaces", "pid,x"}, {"--tmpfs", "/a"}, {"--tmpfs", "a:5"},
                                                     {"--writable", "a"},       {"--what", "1"},   {"--control", "2"},
                                                     {"--report", "999"},       {"--report", "110"},
                                                     {"--nice", "-21"},         {"--nice", "fast"}};
  for (const auto& flags : bad) {
    Launcher launcher(flags, "exit 0");
    CHECK(launcher.wait() == 2);
  }
  CHECK(Launcher({}, "").wait() == 2);
  CHECK(Launcher({"--"}, "").wait() == 2);
}

TEST(control_groups_are_removed) {
  const CgroupProbe probe = find_writable_cgroup();
  if (!probe.base) {
    std::fprintf(stderr, "       (no control groups here: %s)\n", probe.reason.c_str());
    return;
  }
  const std::string path = probe.base->memory_path + "/" + cgroup_name("test-launcher");
  std::filesystem::create_directories(path + "/slot-0");
  Launcher launcher({"--namespaces", "none", "--cgroup-cleanup", path},
                    "echo 0 > " + path + "/slot-0/cgroup.procs; setsid sleep 1000 & exit 0");
  CHECK(launcher.wait() == 0);
  CHECK(!std::filesystem::exists(path));
}

TEST_MAIN
