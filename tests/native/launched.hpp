// A launcher process under test: its report, its program's output, its end.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "fd.hpp"
#include "support.hpp"

namespace support {

struct Line {
  std::string state;
  std::string reason;
};

inline std::string drain(int fd) {
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
    control_ = effibench::Fd(control[0]);
    report_ = effibench::Fd(report[0]);
    output_ = effibench::Fd(output[0]);
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
  effibench::Fd control_;
  effibench::Fd report_;
  effibench::Fd output_;
};

}  // namespace support
