#include "cgroup.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <thread>

#include "clock.hpp"
#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

constexpr int64_t kPatienceNs = 2 * kNanosecondsPerSecond;

// 0 or the errno. Opening without O_CREAT: a control file exists or it doesn't.
int try_write(const std::string& path, const std::string& text) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  const ssize_t written = fd ? ::write(fd.get(), text.data(), text.size()) : -1;
  if (written < 0) {
    return errno;
  }
  return written == static_cast<ssize_t>(text.size()) ? 0 : EIO;
}

void write_control(const std::string& path, const std::string& text) {
  if (const int code = try_write(path, text); code != 0) {
    throw Error("write '" + text + "' to " + path, code);
  }
}

// For files that only some kernels have. Returns whether it is there.
bool write_if_present(const std::string& path, const std::string& text) {
  const int code = try_write(path, text);
  if (code != 0 && code != ENOENT) {
    throw Error("write '" + text + "' to " + path, code);
  }
  return code == 0;
}

int64_t parse(const std::string& path, const std::string& text) {
  try {
    return std::stoll(text);
  } catch (const std::logic_error&) {
    throw Error(path + " holds no number: '" + text + "'");
  }
}

std::vector<std::string> folders_in(const std::string& path) {
  std::vector<std::string> folders;
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator(path, gone)) {
    std::error_code vanished;
    if (entry.is_directory(vanished)) {
      folders.push_back(entry.path().string());
    }
  }
  return folders;
}

// Pids in the group and below, as seen from here: 0 for processes of a pid namespace that isn't ours.
std::vector<pid_t> members(const std::string& path) {
  std::vector<pid_t> pids;
  std::istringstream text(try_read_file(path + "/cgroup.procs").value_or(""));
  for (pid_t pid = 0; text >> pid;) {
    pids.push_back(pid);
  }
  for (const std::string& folder : folders_in(path)) {
    const std::vector<pid_t> below = members(folder);
    pids.insert(pids.end(), below.begin(), below.end());
  }
  return pids;
}

void kill_members(const std::string& path) {
  std::vector<std::pair<pid_t, Fd>> handles;
  for (const pid_t pid : members(path)) {
    if (pid > 0) {
      handles.emplace_back(pid, Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))));
    }
  }
  // The pid may have been reused before the handle was taken; one that is (still) listed now is ours.
  const std::vector<pid_t> still = members(path);
  for (const auto& [pid, handle] : handles) {
    if (handle && std::find(still.begin(), still.end(), pid) != still.end()) {
      ::syscall(SYS_pidfd_send_signal, handle.get(), SIGKILL, nullptr, 0);  // ESRCH: it ended by itself
    }
  }
}

// How many processes stay. A list that can't be read (no descriptor is free, say) may be readable a moment later.
int kill_tree(const std::string& path) {
  const int64_t deadline = now_ns() + kPatienceNs;
  for (auto pause = std::chrono::microseconds(200);; pause = std::min(pause * 2, std::chrono::microseconds(20'000))) {
    const bool last = now_ns() > deadline;
    try {
      const std::size_t left = members(path).size();
      if (left == 0 || last) {
        return static_cast<int>(left);
      }
      if (try_write(path + "/cgroup.kill", "1") != 0) {  // Linux 5.14, version 2
        kill_members(path);
      }
    } catch (const Error&) {
      if (last) {
        throw;
      }
    }
    std::this_thread::sleep_for(pause);
  }
}

// A group is busy until the last of its processes has fully exited, which is a little after its death.
bool remove_tree(const std::string& path, int64_t deadline) {
  for (int refused = 0;;) {
    for (const std::string& folder : folders_in(path)) {
      remove_tree(folder, deadline);
    }
    if (::rmdir(path.c_str()) == 0 || errno == ENOENT) {
      return true;
    }
    refused += errno == EBUSY ? 0 : 1;
    if (refused > 1 || now_ns() > deadline) {
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0) {
    throw_errno("make the control group " + path);
  }
}

}  // namespace

Cgroup::Cgroup(const CgroupBase& base, const std::string& name)
    : paths_{base.version, base.memory_path + "/" + name, base.pids_path.empty() ? "" : base.pids_path + "/" + name} {
  make_folder(paths_.memory_path);
  if (!paths_.pids_path.empty() && paths_.pids_path != paths_.memory_path) {
    try {
      make_folder(paths_.pids_path);
    } catch (...) {
      ::rmdir(paths_.memory_path.c_str());
      throw;
    }
  }
}

Cgroup::~Cgroup() {
  if (paths_.memory_path.empty()) {
    return;  // moved from
  }
  try {
    [[maybe_unused]] const int stuck = kill_all();
    const int64_t deadline = now_ns() + kPatienceNs;
    remove_tree(paths_.memory_path, deadline);
    if (!paths_.pids_path.empty()) {
      remove_tree(paths_.pids_path, deadline);
    }
  } catch (const std::exception&) {
    // A destructor can't report; a later sweep_stale takes what is left.
  }
}

Cgroup Cgroup::slot(int number) const {
  if (paths_.version == 2) {
    write_control(paths_.memory_path + "/cgroup.subtree_control", paths_.pids_path.empty() ? "+memory" : "+memory +pids");
  }
  return {paths_, "slot-" + std::to_string(number)};
}

void Cgroup::set_limits(int64_t memory_bytes, int64_t processes) const {
  const std::string& memory = paths_.memory_path;
  if (paths_.version == 2) {
    write_control(memory + "/memory.max", memory_bytes > 0 ? std::to_string(memory_bytes) : "max");
    write_if_present(memory + "/memory.swap.max", memory_bytes > 0 ? "0" : "max");
    write_if_present(memory + "/memory.oom.group", memory_bytes > 0 ? "1" : "0");
  } else {
    const std::string limit = memory_bytes > 0 ? std::to_string(memory_bytes) : "-1";
    // Memory plus swap may never be limited below memory: open it, set memory, close it.
    const bool counts_swap = write_if_present(memory + "/memory.memsw.limit_in_bytes", "-1");
    write_control(memory + "/memory.limit_in_bytes", limit);
    if (counts_swap) {
      write_control(memory + "/memory.memsw.limit_in_bytes", limit);
    } else if (memory_bytes > 0) {
      write_if_present(memory + "/memory.swappiness", "0");
    }
  }
  if (!paths_.pids_path.empty()) {
    write_control(paths_.pids_path + "/pids.max", processes > 0 ? std::to_string(processes) : "max");
  }
}

std::vector<Fd> Cgroup::open_joins() const {
  std::vector<Fd> files;
  std::vector<std::string> folders = {paths_.memory_path};
  if (!paths_.pids_path.empty() && paths_.pids_path != paths_.memory_path) {
    folders.push_back(paths_.pids_path);
  }
  for (const std::string& folder : folders) {
    const std::string path = folder + (paths_.version == 1 ? "/tasks" : "/cgroup.procs");
    files.emplace_back(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!files.back()) {
      throw_errno("open " + path);
    }
  }
  return files;
}

bool Cgroup::reset_peak() {
  if (paths_.version == 1) {
    write_control(paths_.memory_path + "/memory.max_usage_in_bytes", "0");
    return true;
  }
  Fd fd(::open((paths_.memory_path + "/memory.peak").c_str(), O_RDWR | O_CLOEXEC));
  if (!fd || ::write(fd.get(), "0", 1) != 1) {
    return false;  // read-only before Linux 6.12
  }
  peak_ = std::move(fd);
  return true;
}

std::optional<int64_t> Cgroup::peak_bytes() const {
  const std::string path =
      paths_.memory_path + (paths_.version == 1 ? "/memory.max_usage_in_bytes" : "/memory.peak");
  if (peak_) {
    char text[32] = {};
    check(::pread(peak_.get(), text, sizeof text - 1, 0), "read memory.peak");
    return parse(path, text);
  }
  const std::optional<std::string> text = try_read_file(path);
  return text ? std::optional<int64_t>(parse(path, *text)) : std::nullopt;
}

int64_t Cgroup::oom_kills() const {
  const std::string path = paths_.memory_path + (paths_.version == 1 ? "/memory.oom_control" : "/memory.events");
  std::istringstream lines(read_file(path));
  std::string name;
  for (std::string value; lines >> name >> value;) {
    if (name == "oom_kill") {
      return parse(path, value);
    }
  }
  throw Error(path + " has no line oom_kill");
}

int Cgroup::kill_all() const {
  const int left = kill_tree(paths_.memory_path);
  return paths_.pids_path.empty() || paths_.pids_path == paths_.memory_path
             ? left
             : std::max(left, kill_tree(paths_.pids_path));
}

bool remove_cgroup(const std::string& path) {
  return kill_tree(path) == 0 && remove_tree(path, now_ns() + kPatienceNs);
}

int sweep_stale(const CgroupBase& base) {
  std::vector<std::string> roots = {base.memory_path};
  if (!base.pids_path.empty() && base.pids_path != base.memory_path) {
    roots.push_back(base.pids_path);
  }
  int removed = 0;
  for (const std::string& root : roots) {
    for (const std::string& folder : folders_in(root)) {
      if (!is_stale_cgroup_name(std::filesystem::path(folder).filename().string())) {
        continue;
      }
      const std::vector<pid_t> inside = members(folder);
      // A maker in another pid namespace looks dead from here.
      if (std::find(inside.begin(), inside.end(), 0) != inside.end()) {
        continue;
      }
      removed += remove_cgroup(folder) ? 1 : 0;
    }
  }
  return removed;
}

}  // namespace effibench
