#include "lanes.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <map>

#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

Fd open_directory(const std::string& path) {
  if (::mkdir(path.c_str(), 01777) == 0) {
    // mkdir obeys the umask; every user of the machine has to be able to take a lock here.
    if (::chmod(path.c_str(), 01777) != 0) {
      throw_errno("chmod of the lane directory " + path);
    }
  } else if (errno != EEXIST) {
    throw_errno("create the lane directory " + path);
  }
  // With O_DIRECTORY a symbolic link and a plain file both fail, as ENOTDIR.
  Fd fd(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!fd) {
    throw_errno("lane directory " + path + " must be a directory and not a symbolic link");
  }
  if (::faccessat(fd.get(), ".", W_OK | X_OK, AT_EACCESS) != 0) {
    throw_errno("lane directory " + path + " is not writable");
  }
  return fd;
}

// Opens a lock file, making it if need be. O_CREAT is given only together with O_EXCL: with
// fs.protected_regular set, the kernel refuses to O_CREAT-open another user's existing file in a sticky directory.
int open_lock_file(int directory, const char* name) {
  constexpr int kFlags = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  for (int attempt = 0; attempt < 8; ++attempt) {
    int fd = ::openat(directory, name, O_RDWR | kFlags);
    if (fd < 0 && errno == EACCES) {
      fd = ::openat(directory, name, O_RDONLY | kFlags);  // its maker hasn't widened the mode yet; enough for flock
    }
    if (fd >= 0 || errno != ENOENT) {
      return fd;
    }
    fd = ::openat(directory, name, O_RDWR | O_CREAT | O_EXCL | kFlags, 0666);
    if (fd >= 0) {
      if (::fchmod(fd, 0666) != 0) {
        const int code = errno;
        ::close(fd);
        errno = code;
        return -1;
      }
      return fd;
    }
    if (errno != EEXIST) {
      return -1;
    }
  }
  errno = EAGAIN;
  return -1;
}

std::string core_file(const Core& core) { return "core-" + std::to_string(core.cpus.front()) + ".lock"; }
std::string cpu_file(int cpu) { return "cpu-" + std::to_string(cpu) + ".lock"; }

// Only a note for humans, so a failure to write it (read-only descriptor, full disk) doesn't matter.
void note_holder(int fd, const std::string& text) {
  if (::ftruncate(fd, 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(fd, text.data(), text.size(), 0);
  }
}

// "pid starttime" of a lock file -> the pid, if that process still lives.
std::optional<pid_t> noted_holder(const std::string& path) {
  const std::optional<std::string> text = try_read_file(path);
  const std::size_t space = text ? text->find(' ') : std::string::npos;
  pid_t pid = 0;
  if (space == std::string::npos || std::from_chars(text->data(), text->data() + space, pid).ec != std::errc()) {
    return std::nullopt;
  }
  try {
    return pid > 0 && process_start_time(pid) == text->substr(space + 1) ? std::optional<pid_t>(pid) : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;  // gone: its lock is gone too, only the note is left
  }
}

}  // namespace

LaneLease& LaneLease::operator=(LaneLease&& other) noexcept {
  if (this != &other) {
    release();
    locks_ = std::move(other.locks_);
    shared_ = std::move(other.shared_);
    cpus_ = std::move(other.cpus_);
    cores_ = std::move(other.cores_);
    owner_ = other.owner_;
  }
  return *this;
}

LaneLease::~LaneLease() { release(); }

void LaneLease::release() noexcept {
  // A fork of the holder shares the open files. Unlocking first frees the cores even while such a fork lives;
  // the fork itself must only close.
  if (owner_ == ::getpid()) {
    for (const Fd& fd : locks_) {
      note_holder(fd.get(), "");
      ::flock(fd.get(), LOCK_UN);
    }
    for (const Fd& fd : shared_) {
      ::flock(fd.get(), LOCK_UN);
    }
  }
  locks_.clear();
  shared_.clear();
}

LaneTable::LaneTable(std::string directory, std::vector<Core> cores)
    : directory_(std::move(directory)), directory_fd_(open_directory(directory_)), cores_(std::move(cores)) {
  std::sort(cores_.begin(), cores_.end(),
            [](const Core& a, const Core& b) { return a.cpus.front() < b.cpus.front(); });
}

Fd LaneTable::lock(const std::string& name, int operation) const {
  const std::string path = directory_ + "/" + name;
  Fd fd(open_lock_file(directory_fd_.get(), name.c_str()));
  struct stat facts {};
  if (!fd || ::fstat(fd.get(), &facts) != 0) {
    throw_errno("open the lane lock " + path);
  }
  // The directory is open to all: a planted hard link must not make us write into somebody's file.
  if (!S_ISREG(facts.st_mode) || facts.st_nlink > 1) {
    throw Error("lane lock " + path + " is not a plain file of its own: remove it");
  }
  if (::flock(fd.get(), operation | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      throw_errno("flock " + path);
    }
    fd.reset();
  }
  return fd;
}

bool LaneTable::take_exclusive(const std::vector<const Core*>& wanted, std::size_t width, LaneLease& lease) const {
  if (wanted.size() < width) {
    return false;
  }
  for (const Core* core : wanted) {
    if (Fd fd = lock(core_file(*core), LOCK_EX)) {
      lease.locks_.push_back(std::move(fd));
      lease.cores_.push_back(*core);
      lease.cpus_.push_back(core->cpus.front());
      if (lease.cores_.size() == width) {
        return true;
      }
    }
  }
  lease.locks_.clear();
  lease.cores_.clear();
  lease.cpus_.clear();
  return false;
}

bool LaneTable::take_shared(std::size_t width, LaneLease& lease) const {
  for (const Core& core : cores_) {
    Fd shared = lock(core_file(core), LOCK_SH);
    if (!shared) {
      continue;  // somebody is timing on it
    }
    bool used = false;
    for (const int cpu : core.cpus) {
      Fd fd = lease.cpus_.size() < width ? lock(cpu_file(cpu), LOCK_EX) : Fd();
      if (fd) {
        lease.locks_.push_back(std::move(fd));
        lease.cpus_.push_back(cpu);
        used = true;
      }
    }
    if (used) {
      lease.shared_.push_back(std::move(shared));
      lease.cores_.push_back(core);
    }
    if (lease.cpus_.size() == width) {
      return true;
    }
  }
  return false;
}

std::optional<LaneLease> LaneTable::try_acquire(int width, bool exclusive) {
  if (width <= 0) {
    throw Error("try_acquire: width must be positive, got " + std::to_string(width));
  }
  LaneLease lease;
  const auto count = static_cast<std::size_t>(width);
  bool taken = false;
  if (exclusive) {
    std::vector<const Core*> all;
    for (const Core& core : cores_) {
      all.push_back(&core);
    }
    std::sort(all.begin(), all.end(), [](const Core* a, const Core* b) {
      return a->isolated != b->isolated ? a->isolated : a->cpus.front() > b->cpus.front();
    });
    // One NUMA node, then one socket, then anything; at each step the group of the best core first.
    for (int step = 0; step < 3 && !taken; ++step) {
      std::vector<std::vector<const Core*>> groups;
      std::map<std::pair<int, int>, std::size_t> index;
      for (const Core* core : all) {
        const std::pair<int, int> key = {step < 2 ? core->package : 0, step < 1 ? core->node : 0};
        const auto [entry, fresh] = index.try_emplace(key, groups.size());
        if (fresh) {
          groups.emplace_back();
        }
        groups[entry->second].push_back(core);
      }
      taken = std::any_of(groups.begin(), groups.end(),
                          [&](const auto& group) { return take_exclusive(group, count, lease); });
    }
  } else {
    taken = take_shared(count, lease);
  }
  if (!taken) {
    return std::nullopt;  // the lease's destructor gives back what was taken
  }
  lease.owner_ = ::getpid();
  const std::string note = std::to_string(lease.owner_) + " " + process_start_time(lease.owner_);
  for (const Fd& fd : lease.locks_) {
    note_holder(fd.get(), note);
  }
  std::sort(lease.cpus_.begin(), lease.cpus_.end());
  return lease;
}

std::string LaneTable::holders() const {
  std::string text;
  const auto add = [&text](const std::string& what, pid_t pid) {
    text += (text.empty() ? "" : "; ") + what + ", pid " + std::to_string(pid);
  };
  for (const Core& core : cores_) {
    if (const auto pid = noted_holder(directory_ + "/" + core_file(core))) {
      add("core " + std::to_string(core.cpus.front()) + " (CPUs " + format_cpu_list(core.cpus) + "): timing", *pid);
    }
    for (const int cpu : core.cpus) {
      if (const auto pid = noted_holder(directory_ + "/" + cpu_file(cpu))) {
        add("CPU " + std::to_string(cpu) + ": judging", *pid);
      }
    }
  }
  return text;
}

}  // namespace effibench
