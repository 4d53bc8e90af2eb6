// Where control groups can be made (reads the mount table and the process's own place in it), and their names.
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sstream>

#include "cgroup.hpp"
#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

struct Mount {
  int version;
  std::string root;  // the part of the hierarchy that is mounted
  std::string point;
  std::string options;  // version 1: names the controllers
};

bool has_word(const std::string& text, const std::string& word, char separator) {
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, separator);) {
    while (!item.empty() && item.back() == '\n') {
      item.pop_back();
    }
    if (item == word) {
      return true;
    }
  }
  return false;
}

// mountinfo writes space, tab, newline and backslash as \ooo.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 3 < text.size()) {
      plain += static_cast<char>(std::stoi(text.substr(at + 1, 3), nullptr, 8));
      at += 3;
    } else {
      plain += text[at];
    }
  }
  return plain;
}

// "36 35 0:31 /root /point rw,... optional... - cgroup source options"
std::vector<Mount> cgroup_mounts(const std::string& mountinfo) {
  std::vector<Mount> mounts;
  std::istringstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string skipped;
    std::string type;
    Mount mount{};
    words >> skipped >> skipped >> skipped >> mount.root >> mount.point;
    while (words >> skipped && skipped != "-") {
    }
    words >> type >> skipped >> mount.options;
    if (type == "cgroup" || type == "cgroup2") {
      mount.version = type == "cgroup" ? 1 : 2;
      mount.root = unescape(mount.root);
      mount.point = unescape(mount.point);
      mounts.push_back(mount);
    }
  }
  return mounts;
}

// "4:memory:/path" -> "/path"; version 2 is "0::/path".
std::optional<std::string> own_path(const std::string& self_cgroup, const std::string& controller) {
  std::istringstream lines(self_cgroup);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? controllers.empty() : has_word(controllers, controller, ',')) {
      return line.substr(second + 1);
    }
  }
  return std::nullopt;
}

// The folder of hierarchy path `path`, if this mount shows it.
std::optional<std::string> folder_of(const Mount& mount, const std::string& path) {
  const std::string root = mount.root == "/" ? "" : mount.root;
  const bool below = path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
  if (!below || path.find("/..") != std::string::npos) {
    return std::nullopt;  // outside the cgroup namespace, or of what is mounted here
  }
  std::string folder = mount.point + path.substr(root.size());
  while (folder.size() > 1 && folder.back() == '/') {
    folder.pop_back();
  }
  return folder;
}

// Empty, or why no group can be made in the folder.
std::string obstacle(const std::string& folder) {
  const std::string probe = folder + "/" + cgroup_name("probe-" + std::to_string(::gettid()));
  if (::mkdir(probe.c_str(), 0755) != 0 && errno != EEXIST) {  // there: left by an earlier look of this thread
    return Error("cannot make a group in " + folder, errno).what();
  }
  if (::rmdir(probe.c_str()) != 0 && ::rmdir(probe.c_str()) != 0) {  // again: it would stay as long as this process
    return Error("cannot remove a group from " + folder, errno).what();
  }
  return "";
}

// The folder for groups of a version 1 controller, or nullopt and the reason.
std::optional<std::string> probe_v1(const std::vector<Mount>& mounts, const std::string& self_cgroup,
                                    const std::string& controller, const std::string& file, std::string& reason) {
  reason = "no version 1 hierarchy with the " + controller + " controller is mounted";
  const std::optional<std::string> path = own_path(self_cgroup, controller);
  for (const Mount& mount : mounts) {
    if (!path || mount.version != 1 || !has_word(mount.options, controller, ',')) {
      continue;
    }
    const std::optional<std::string> folder = folder_of(mount, *path);
    if (!folder || ::access(folder->c_str(), F_OK) != 0) {
      reason = "own " + controller + " group " + *path + " is not visible under " + mount.point;
    } else if (!file.empty() && ::access((*folder + "/" + file).c_str(), F_OK) != 0) {
      reason = *folder + " has no " + file;
    } else {
      reason = obstacle(*folder);
      if (reason.empty()) {
        return folder;
      }
    }
  }
  return std::nullopt;
}

std::optional<CgroupBase> probe_v2(const std::vector<Mount>& mounts, const std::string& self_cgroup, std::string& reason) {
  reason = "no version 2 hierarchy is mounted";
  const std::optional<std::string> path = own_path(self_cgroup, "");
  for (const Mount& mount : mounts) {
    const std::optional<std::string> own = path && mount.version == 2 ? folder_of(mount, *path) : std::nullopt;
    if (!own) {
      continue;
    }
    reason = "no version 2 group from " + *own + " upwards hands the memory controller to its children";
    const std::string controllers = try_read_file(*own + "/cgroup.controllers").value_or("");
    if (!has_word(controllers, "memory", ' ')) {
      reason = "the version 2 group " + *own + " has no memory controller";
      continue;
    }
    for (std::string folder = *own; folder.size() >= mount.point.size() && folder.starts_with(mount.point);
         folder.resize(folder.find_last_of('/'))) {
      const std::string handed = try_read_file(folder + "/cgroup.subtree_control").value_or("");
      if (!has_word(handed, "memory", ' ')) {
        if (folder == *own && !try_read_file(folder + "/cgroup.procs").value_or("").empty()) {
          reason += " (it holds processes itself, and version 2 allows only one of the two)";
        }
        continue;
      }
      // A process that moves needs write access to this file in the common ancestor of both groups.
      if (::faccessat(AT_FDCWD, (folder + "/cgroup.procs").c_str(), W_OK, AT_EACCESS) != 0) {
        reason = Error(folder + "/cgroup.procs", errno).what();
        break;
      }
      reason = obstacle(folder);
      if (reason.empty()) {
        const bool pids = has_word(handed, "pids", ' ');
        reason = pids ? "" : folder + " does not hand the pids controller to its children";
        return CgroupBase{2, folder, pids ? folder : ""};
      }
      break;  // further up it only gets less ours
    }
  }
  return std::nullopt;
}

}  // namespace

CgroupProbe find_writable_cgroup(const std::string& mountinfo, const std::string& self_cgroup) {
  const std::vector<Mount> mounts = cgroup_mounts(mountinfo);
  std::string reason_v2;
  if (std::optional<CgroupBase> base = probe_v2(mounts, self_cgroup, reason_v2)) {
    return {std::move(base), reason_v2};
  }
  std::string reason_v1;
  const auto memory = probe_v1(mounts, self_cgroup, "memory", "memory.limit_in_bytes", reason_v1);
  if (!memory) {
    return {std::nullopt, reason_v2 + "; " + reason_v1};
  }
  std::string reason_pids;
  const auto pids = probe_v1(mounts, self_cgroup, "pids", "", reason_pids);
  return {CgroupBase{1, *memory, pids.value_or("")}, reason_pids};
}

CgroupProbe find_writable_cgroup() {
  const std::optional<std::string> self_cgroup = try_read_file("/proc/self/cgroup");
  if (!self_cgroup) {
    return {std::nullopt, "this kernel has no control groups (no /proc/self/cgroup)"};
  }
  return find_writable_cgroup(read_file("/proc/self/mountinfo"), *self_cgroup);
}

std::string cgroup_name(const std::string& label) {
  return "effibench-" + std::to_string(::getpid()) + "-" + process_start_time(0) + "-" + label;
}

bool is_stale_cgroup_name(const std::string& name) {
  std::istringstream text(name);
  std::string prefix;
  std::string pid_text;
  std::string start;
  if (!std::getline(text, prefix, '-') || prefix != "effibench" || !std::getline(text, pid_text, '-') ||
      !std::getline(text, start, '-') || text.eof() || pid_text.empty() || pid_text.size() > 9 ||
      pid_text.find_first_not_of("0123456789") != std::string::npos) {
    return false;
  }
  const auto pid = static_cast<pid_t>(std::stol(pid_text));
  if (pid <= 0 || (::kill(pid, 0) != 0 && errno == ESRCH)) {
    return pid > 0;
  }
  try {
    return process_start_time(pid) != start;
  } catch (const Error&) {
    return false;  // there but not ours to look at, or gone this instant: next time
  }
}

}  // namespace effibench
