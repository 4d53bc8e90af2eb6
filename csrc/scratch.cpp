#include "scratch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "clock.hpp"
#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

constexpr mode_t kPrivate = 0700;
constexpr std::int64_t kPatienceNs = 10 * kNanosecondsPerSecond;  // only ever reached if somebody refills it
constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

struct CloseDirectory {
  void operator()(DIR* stream) const noexcept { ::closedir(stream); }
};

// Gives the owner's rights back, never through a link. An old C library needs /proc for this and may fail; then the
// next step on the directory decides.
void unlock(int parent, const char* name) {
  [[maybe_unused]] const int result = ::fchmodat(parent, name, kPrivate, AT_SYMLINK_NOFOLLOW);
}

// Opens a directory that its owner may have locked. Empty if there is none or it stays locked.
Fd open_directory(int parent, const char* name) {
  unlock(parent, name);
  return Fd(::openat(parent, name, kOpenDirectory));
}

// Moves a directory to the root under a name that is free there.
bool move_up(int parent, const char* name, int root, unsigned& number) {
  unlock(parent, name);  // its ".." is rewritten, which takes write permission
  for (;; ++number) {
    if (::renameat(parent, name, root, ("moved-up-" + std::to_string(number)).c_str()) == 0) {
      ++number;
      return true;
    }
    if (errno != EEXIST && errno != ENOTEMPTY && errno != ENOTDIR) {
      return false;
    }
  }
}

// Removes the files of one directory and moves its folders up to `root`; in the root itself empties and removes the
// folders instead. Returns whether anything changed.
bool sweep(int directory, int root, unsigned& number) {
  const int walked = ::openat(directory, ".", kOpenDirectory);
  const std::unique_ptr<DIR, CloseDirectory> stream(walked < 0 ? nullptr : ::fdopendir(walked));
  if (!stream) {
    if (walked >= 0) {
      ::close(walked);
    }
    return false;
  }
  bool changed = false;
  while (const dirent* entry = ::readdir(stream.get())) {
    const char* const name = entry->d_name;
    if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) {
      continue;
    }
    if (::unlinkat(directory, name, 0) == 0) {
      changed = true;
    } else if (errno != EISDIR) {
      continue;
    } else if (directory != root) {
      changed = move_up(directory, name, root, number) || changed;
    } else if (::unlinkat(directory, name, AT_REMOVEDIR) == 0) {
      changed = true;
    } else if (const Fd inner = open_directory(directory, name); inner) {
      changed = sweep(inner.get(), root, number) || changed;
      changed = ::unlinkat(directory, name, AT_REMOVEDIR) == 0 || changed;
    }
  }
  return changed;
}

// Extended attributes would be a message to the next child, too.
void remove_attributes(int directory) {
  const ssize_t size = ::flistxattr(directory, nullptr, 0);
  if (size <= 0) {
    return;
  }
  std::string names(static_cast<std::size_t>(size), '\0');
  const ssize_t got = ::flistxattr(directory, names.data(), names.size());
  for (std::size_t at = 0; got > 0 && at < static_cast<std::size_t>(got); at += std::strlen(names.data() + at) + 1) {
    (void)::fremovexattr(directory, names.data() + at);  // refused for those that only the system sets
  }
}

}  // namespace

bool make_scratch(const std::string& directory, std::int64_t uid) {
  const bool made = ::mkdir(directory.c_str(), kPrivate) == 0;
  if (!made && errno != EEXIST) {
    throw_errno("make the scratch directory " + directory);
  }
  if (made && uid >= 0) {
    check(::chown(directory.c_str(), static_cast<uid_t>(uid), static_cast<gid_t>(uid)), "chown of the scratch directory");
  }
  struct stat facts {};
  check(::lstat(directory.c_str(), &facts), "lstat of the scratch directory");
  const uid_t owner = uid >= 0 ? static_cast<uid_t>(uid) : ::geteuid();
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != owner) {
    throw Error("the scratch directory " + directory + " was replaced by something else");
  }
  return made;
}

void empty_scratch(const std::string& directory) noexcept {
  const Fd root = open_directory(AT_FDCWD, directory.c_str());
  if (!root) {
    return;
  }
  unsigned number = 0;
  const std::int64_t deadline = now_ns() + kPatienceNs;
  while (sweep(root.get(), root.get(), number) && now_ns() < deadline) {
  }
  remove_attributes(root.get());
  (void)::futimens(root.get(), nullptr);
}

}  // namespace effibench
