#include "scratch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <memory>

#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

constexpr mode_t kPrivate = 0700;
constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
// A candidate can nest directories deeper than any stack or descriptor table would take.
constexpr int kMaxDepth = 64;

struct CloseDirectory {
  void operator()(DIR* stream) const noexcept { ::closedir(stream); }
};

// Returns false if the tree is deeper than kMaxDepth.
bool empty_directory(int directory, int depth) {
  const std::unique_ptr<DIR, CloseDirectory> stream(::fdopendir(directory));
  if (!stream) {
    ::close(directory);
    return true;
  }
  bool complete = true;
  while (const dirent* entry = ::readdir(stream.get())) {
    if (std::strcmp(entry->d_name, ".") == 0 || std::strcmp(entry->d_name, "..") == 0) {
      continue;
    }
    if (::unlinkat(directory, entry->d_name, 0) == 0 || (errno != EISDIR && errno != EPERM)) {
      continue;
    }
    if (depth == kMaxDepth) {
      complete = false;
      continue;
    }
    if (::fchmodat(directory, entry->d_name, kPrivate, 0) != 0) {
      continue;
    }
    const int inner = ::openat(directory, entry->d_name, kOpenDirectory);
    if (inner >= 0) {
      complete = empty_directory(inner, depth + 1) && complete;
      (void)::unlinkat(directory, entry->d_name, AT_REMOVEDIR);
    }
  }
  return complete;
}

}  // namespace

void make_scratch(const std::string& directory, std::int64_t uid) {
  if (::mkdir(directory.c_str(), kPrivate) == 0) {
    if (uid >= 0) {
      check(::chown(directory.c_str(), static_cast<uid_t>(uid), static_cast<gid_t>(uid)), "chown of the scratch directory");
    }
  } else if (errno != EEXIST) {
    throw_errno("make the scratch directory " + directory);
  }
}

void empty_scratch(const std::string& directory) noexcept {
  const int opened = ::open(directory.c_str(), kOpenDirectory);
  if (opened < 0) {
    return;
  }
  const Fd guard(opened);
  if (::fchmod(opened, kPrivate) != 0) {
    return;
  }
  const int walked = ::openat(opened, ".", kOpenDirectory);
  if (walked >= 0) {
    (void)empty_directory(walked, 0);
  }
}

}  // namespace effibench
