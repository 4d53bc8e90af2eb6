// How the core fails: one exception type that carries the failing operation and errno.
//
// It always means that the *host* failed (a syscall refused, a process vanished, a protocol broken).
// What a candidate does wrong is data (an exit status, a frame), never an exception.
#pragma once

#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace effibench {

class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& what, int code = 0)
      : std::runtime_error(code == 0 ? what : what + ": " + std::generic_category().message(code)), code_(code) {}

  // errno of the failing call, 0 where none applies.
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  int code_;
};

// Throws with the current errno.
[[noreturn]] inline void throw_errno(const std::string& what) { throw Error(what, errno); }

// Passes a syscall's result through, or throws with errno if it is negative.
template <typename Integer>
Integer check(Integer result, const char* what) {
  if (result < 0) {
    throw_errno(what);
  }
  return result;
}

}  // namespace effibench
