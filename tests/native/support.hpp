// Things several native tests need: checked calls, forked bodies, a temporary folder.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "error.hpp"

namespace support {

// `effibench::check` by a name that doesn't clash with the harness's namespace.
template <typename Integer>
Integer must(Integer result, const char* what) {
  return effibench::check(result, what);
}

// Forks a child that ends at once and leaves it unreaped.
inline pid_t zombie() {
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    ::_exit(0);
  }
  siginfo_t info{};
  must(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), "waitid");
  return child;
}

// Runs `body` in a forked child; it returns the exit status wanted (0 = fine). An exception is status 99, a
// deadly signal is 128 + signal. For everything that can't be undone in the testing process itself.
template <typename Body>
int in_child(Body body) {
  std::fflush(nullptr);
  const pid_t child = must(::fork(), "fork");
  if (child == 0) {
    int code = 99;
    try {
      code = body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in the child: %s\n", error.what());
    }
    ::_exit(code);
  }
  int status = 0;
  must(::waitpid(child, &status, 0), "waitpid");
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Makes the process an ordinary user's, if it isn't one. False for a root without the capability to do so.
inline bool become_ordinary_user() { return ::getuid() != 0 || ::setresuid(65534, 65534, 65534) == 0; }

// For tests that need one: says so where there can't be one.
inline bool ordinary_user_possible() {
  if (in_child([] { return become_ordinary_user() ? 0 : 1; }) == 0) {
    return true;
  }
  std::fprintf(stderr, "       (this root can't become an ordinary user: not tested)\n");
  return false;
}

// A folder of its own, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "effibench-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      effibench::throw_errno("mkdtemp " + name);
    }
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((path_ / file).parent_path());
    std::ofstream(path_ / file) << text;
  }
  [[nodiscard]] std::string path(const std::string& file = "") const {
    return file.empty() ? path_.string() : (path_ / file).string();
  }

 private:
  std::filesystem::path path_;
};

}  // namespace support
