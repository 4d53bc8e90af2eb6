// Runs the built launcher with shell programs, as the host would.
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <map>
#include <sstream>

#include "cgroup.hpp"
#include "check.hpp"
#include "fd.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {

const char* const kAll = "mount,pid,net,ipc,uts";
const char* const kAllWithUser = "user,mount,pid,net,ipc,uts";

struct Line {
  std::string state;
  std::string reason;
};

std::string drain(int fd) {
  std::string text;
  char buffer[1024];
  for (;;) {
    const ssize_t count = must(::read(fd, buffer, sizeof buffer), "read");
    if (count == 0) {
      return text;
    }
    text.append(buffer, static_cast<std::size_t>(count));
  }
}

class Launcher {
 public:
  // `uid` > 0: as that user. `inherit_output`: keep our standard output instead of collecting it.
  Launcher(std::vector<std::string> flags, const std::string& script, uid_t uid = 0, bool close_control = false,
           bool inherit_output = false) {
    int control[2];
    int report[2];
    int output[2];
    must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control), "socketpair");
    must(::pipe2(report, O_CLOEXEC), "pipe2");
    must(::pipe2(output, O_CLOEXEC), "pipe2");
    control_ = Fd(control[0]);
    report_ = Fd(report[0]);
    output_ = Fd(output[0]);
    std::vector<std::string> words = {EFFIBENCH_LAUNCHER, "--control", "110", "--report", "111"};
    words.insert(words.end(), flags.begin(), flags.end());
    if (!script.empty()) {
      words.insert(words.end(), {"--", "/bin/sh", "-c", script});
    }
    if (close_control) {
      control_.reset();
    }
    pid_ = must(::fork(), "fork");
    if (pid_ == 0) {
      ::dup2(control[1], 110);
      ::dup2(report[1], 111);
      if (!inherit_output) {
        ::dup2(output[1], STDOUT_FILENO);
      }
      ::open("/dev/null", O_RDONLY);  // a stray descriptor without close-on-exec
      if (uid > 0 && ::setresuid(uid, uid, uid) != 0) {
        ::_exit(98);
      }
      std::vector<char*> pointers;
      for (std::string& word : words) {
        pointers.push_back(word.data());
      }
      pointers.push_back(nullptr);
      ::execv(EFFIBENCH_LAUNCHER, pointers.data());
      ::_exit(97);
    }
    for (const int fd : {control[1], report[1], output[1]}) {
      ::close(fd);
    }
  }
  ~Launcher() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
  }
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  // Name -> line; blocks until the report is complete.
  std::map<std::string, Line> report() {
    std::map<std::string, Line> lines;
    std::istringstream text(drain(report_.get()));
    for (std::string name, state, reason;
         std::getline(text, name, '\t') && std::getline(text, state, '\t') && std::getline(text, reason);) {
      lines[name] = {state, reason};
    }
    return lines;
  }
  // All the program and its offspring print until the last of them is gone.
  std::string output() { return drain(output_.get()); }
  std::string output_line() {
    std::string line;
    for (char letter = 0; ::read(output_.get(), &letter, 1) == 1 && letter != '\n';) {
      line += letter;
    }
    return line;
  }
  int wait() {
    int status = 0;
    must(::waitpid(pid_, &status, 0), "waitpid");
    pid_ = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
  Fd control_;
  Fd report_;
  Fd output_;
};

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
  for (const char* name : {"scratch", "open", "shut"}) {
    std::filesystem::create_directory(folder.path(name));
  }
  const std::string script = "cd " + folder.path() +
                             "; for f in /etc/effibench-test /tmp/effibench-test shut/x scratch/x open/x /dev/effibench-test "
                             "/dev/shm/x /dev/null; do if (echo x > $f) 2>/dev/null; then echo wrote $f; fi; done; "
                             "head -c 2000000 /dev/zero > scratch/big 2>/dev/null || echo full; "
                             "(echo 5 > /proc/self/clear_refs) && echo proc; ls -A /dev/shm";
  Launcher launcher({"--namespaces", kinds(), "--tmpfs", folder.path("scratch") + ":1048576", "--writable", folder.path("open")},
                    script);
  auto lines = launcher.report();
  CHECK(lines["read_only_root"].state == "on" && lines["scratch_tmpfs"].state == "on");
  CHECK(lines["private_shm"].state == "on" && lines["proc_mount"].state == "on");
  CHECK(launcher.output() == "wrote scratch/x\nwrote open/x\nwrote /dev/shm/x\nwrote /dev/null\nfull\nproc\nx\n");
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
                                                     {"--report", "999"},       {"--report", "110"}};
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
