// The launcher's dealings with processes, signals and descriptors.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "fd.hpp"

namespace effibench {

// A pidfd of the parent. Throws Error if it is already gone (seen by the change of parent, by the pidfd, or by the
// other end of `control` being closed).
Fd watch_parent(int control);

// Away from the host's terminal and process group: Ctrl-C there is the host's affair.
void lead_session();

// SIGTERM, SIGINT and SIGHUP as a descriptor; a broken pipe as an error of write.
Fd take_signals();

// For the program to come: nothing blocked, nothing ignored, whatever we and the host had.
void reset_signals();

void write_all(int fd, const std::string& text);  // throws Error, but not if nobody reads any more
std::string read_to_end(int fd, int64_t deadline_ms);

// The child process, killed at the latest by the destructor, with all that it left behind.
class Program {
 public:
  explicit Program(pid_t pid);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  // Blocks until the program ends; kills it when the host ends or a signal arrives. Its exit status, or 128 +
  // the signal that ended it.
  int wait(int host, int signals);
  // SIGKILL, and waits for a bounded time. The status as above; throws Error if it does not die.
  int kill();

 private:
  int reap();

  pid_t pid_;
  Fd pidfd_;
};

}  // namespace effibench
