// Learning of the ends of child processes, and waiting for what they leave behind.
#pragma once

#include <sys/types.h>

#include "fd.hpp"

namespace effibench {

// Readable after a child of this process has ended, whatever threads there are. One at a time: it takes SIGCHLD.
class ChildEnds {
 public:
  ChildEnds();
  ChildEnds(const ChildEnds&) = delete;
  ChildEnds& operator=(const ChildEnds&) = delete;
  ~ChildEnds();
  [[nodiscard]] int fd() const noexcept { return ended_.get(); }
  void clear() noexcept;  // call it before looking for ended children, so that none is missed

 private:
  Fd ended_;
};

// The killed rest of a child's group comes to us, one generation after another. It must be gone before the scratch
// directory is emptied and the child's slot is used again, but a process stuck in the kernel must not hold us up.
void await_group(pid_t group) noexcept;

}  // namespace effibench
