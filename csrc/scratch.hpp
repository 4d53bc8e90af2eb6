// A child's private directory: made empty before it starts, taken away after it died.
//
// One directory serves the children of a slot one after another as long as none of them touches it. What one child
// leaves would be a memory that a later one could answer from, and files are not all there is to leave: times, modes,
// attributes, even the size of a directory that was full once. So a directory that was touched in any way is moved
// aside, the next child gets a new one, and what was moved aside is removed in slices while nobody waits.
//
// It can nest folders deeper than any recursion or descriptor table would take, so folders are moved up to the top
// before they are emptied: two levels are enough for any depth. What cannot be removed within a minute stays until the
// host removes everything.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>

namespace effibench {

class ScratchFolders {
 public:
  // Makes `directory` (0700, owned by `uid` when that is not negative) unless it is there, perhaps made by another
  // zygote; returns whether it is another one than the last time. Throws Error, also if what is there is no empty
  // directory of that owner.
  bool make(const std::string& directory, std::int64_t uid);
  // After the death of everybody who could write to it: keeps an untouched directory, moves any other aside.
  void leave(const std::string& directory) noexcept;
  // Removes what was moved aside until the deadline (now_ns clock).
  void tidy(std::int64_t deadline_ns) noexcept;
  [[nodiscard]] bool tidied() const noexcept { return waste_.empty(); }

 private:
  struct Waste {
    std::string path;
    std::int64_t give_up_ns;
    unsigned moved_up = 0;  // names used so far for folders moved to the top
  };

  void discard(const std::string& directory) noexcept;  // moves it aside if that can be done

  std::map<std::string, struct stat> made_;  // as they were handed out
  std::set<std::string> stuck_;  // left, but could not be moved aside
  std::deque<Waste> waste_;
  unsigned discarded_ = 0;
};

}  // namespace effibench
