#include "scratch.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "clock.hpp"
#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

constexpr mode_t kPrivate = 0700;
constexpr std::int64_t kPatienceNs = 60 * kNanosecondsPerSecond;
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
// folders instead. Stops at the deadline. Returns whether anything changed.
bool sweep(int directory, int root, unsigned& number, std::int64_t deadline_ns) {
  const int walked = ::openat(directory, ".", kOpenDirectory);
  const std::unique_ptr<DIR, CloseDirectory> stream(walked < 0 ? nullptr : ::fdopendir(walked));
  if (!stream) {
    if (walked >= 0) {
      ::close(walked);
    }
    return false;
  }
  bool changed = false;
  while (const dirent* entry = now_ns() < deadline_ns ? ::readdir(stream.get()) : nullptr) {
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
      changed = sweep(inner.get(), root, number, deadline_ns) || changed;
      changed = ::unlinkat(directory, name, AT_REMOVEDIR) == 0 || changed;
    }
  }
  return changed;
}

bool same(const timespec& a, const timespec& b) { return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec; }

// Whether nobody has written, read or changed anything since `before`, apart from what happened within the
// milliseconds for which the kernel's clock for these times stands still.
bool unchanged(const std::string& directory, const struct stat& before) {
  struct stat now {};
  return ::lstat(directory.c_str(), &now) == 0 && !(now.st_ino != before.st_ino || now.st_mode != before.st_mode ||
      now.st_uid != before.st_uid || now.st_gid != before.st_gid || now.st_nlink != before.st_nlink ||
      now.st_size != before.st_size || now.st_blocks != before.st_blocks || !same(now.st_atim, before.st_atim) ||
      !same(now.st_mtim, before.st_mtim) || !same(now.st_ctim, before.st_ctim));
}

// Whether nothing is in it and no attribute on it. Leaves no trace of having looked.
bool empty(const std::string& directory) {
  const int opened = ::open(directory.c_str(), kOpenDirectory | O_NOATIME);
  const std::unique_ptr<DIR, CloseDirectory> stream(opened < 0 ? nullptr : ::fdopendir(opened));
  if (!stream) {
    if (opened >= 0) {
      ::close(opened);
    }
    return false;
  }
  int entries = 0;
  while (::readdir(stream.get()) != nullptr) {
    ++entries;
  }
  return entries == 2 && ::flistxattr(opened, nullptr, 0) <= 0;  // "." and ".."
}

}  // namespace

bool ScratchFolders::make(const std::string& directory, std::int64_t uid) {
  if (stuck_.erase(directory) != 0) {
    discard(directory);
  }
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
  if (!made && !empty(directory)) {
    throw Error("the scratch directory " + directory + " could not be taken away from an earlier process");
  }
  const auto [known, first] = made_.try_emplace(directory, facts);
  const bool another = first || known->second.st_ino != facts.st_ino;
  known->second = facts;
  return another;
}

void ScratchFolders::leave(const std::string& directory) noexcept {
  const auto found = made_.find(directory);
  if (found != made_.end() && unchanged(directory, found->second) && empty(directory)) {
    return;
  }
  discard(directory);
}

void ScratchFolders::discard(const std::string& directory) noexcept {
  try {
    std::string aside = directory + ".old-" + std::to_string(discarded_++);
    // Tried twice, as what it takes may be missing for a moment only.
    if (::rename(directory.c_str(), aside.c_str()) == 0 || ::rename(directory.c_str(), aside.c_str()) == 0) {
      waste_.push_back({std::move(aside), now_ns() + kPatienceNs});
    } else {
      stuck_.insert(directory);  // `make` tries again, and refuses to hand it out if anything is in it
    }
  } catch (const std::bad_alloc&) {
    ::abort();  // nothing may be handed on that could not be moved aside
  }
}

void ScratchFolders::tidy(std::int64_t deadline_ns) noexcept {
  while (!waste_.empty() && now_ns() < deadline_ns) {
    Waste& waste = waste_.front();
    if (const Fd root = open_directory(AT_FDCWD, waste.path.c_str()); root) {
      while (sweep(root.get(), root.get(), waste.moved_up, deadline_ns)) {
      }
    }
    if (::rmdir(waste.path.c_str()) == 0 || errno == ENOENT || now_ns() >= waste.give_up_ns) {
      waste_.pop_front();
    }
  }
}

}  // namespace effibench
