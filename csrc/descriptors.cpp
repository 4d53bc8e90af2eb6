#include "descriptors.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "error.hpp"

namespace effibench {
namespace {

constexpr long kCloseRange = 436;  // same on all architectures

}  // namespace

void close_others(std::vector<int> keep) {
  std::sort(keep.begin(), keep.end());
  unsigned first = 3;
  const auto close_up_to = [&first](unsigned last) {
    return first > last || ::syscall(kCloseRange, first, last, 0U) == 0;
  };
  bool done = true;
  for (const int fd : keep) {
    done = done && close_up_to(static_cast<unsigned>(fd) - 1);
    first = static_cast<unsigned>(fd) + 1;
  }
  if (done && close_up_to(~0U)) {
    return;
  }
  if (errno != ENOSYS && errno != EPERM) {
    throw_errno("close_range");
  }
  // Collected first: closing while reading the folder skips entries.
  std::vector<int> open;
  std::error_code code;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", code), end; !code && entry != end; entry.increment(code)) {
    open.push_back(std::stoi(entry->path().filename().string()));
  }
  if (code) {
    throw Error("read /proc/self/fd", code.value());
  }
  for (const int fd : open) {
    if (fd > 2 && std::find(keep.begin(), keep.end(), fd) == keep.end()) {
      ::close(fd);  // EBADF: the folder's own descriptor
    }
  }
}

}  // namespace effibench
