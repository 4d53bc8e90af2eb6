#include "mounts.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <cstring>
#include <utility>

#include "error.hpp"

namespace effibench {
namespace {

constexpr long kMountSetattr = 442;  // same on all architectures; headers may be older
constexpr unsigned kRecursive = 0x8000;
constexpr uint64_t kReadOnly = 0x1;
constexpr uint64_t kNoSuid = 0x2;
constexpr const char* kEmptyBytes = "4096";

struct MountAttributes {
  uint64_t set;
  uint64_t clear;
  uint64_t propagation;
  uint64_t user_namespace_fd;
};

// These return 0 or the errno: a refusal is a finding, not an error.
int bind_onto_itself(const std::string& path) {
  return ::mount(path.c_str(), path.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0 ? 0 : errno;
}

int mount_tmpfs(const std::string& path, const std::string& bytes, const char* mode) {
  const std::string options = "size=" + bytes + ",nr_inodes=65536,mode=" + mode;
  return ::mount("tmpfs", path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options.c_str()) == 0 ? 0 : errno;
}

int set_attributes(const std::string& path, unsigned flags, uint64_t set, uint64_t clear) {
  const MountAttributes attributes{set, clear, 0, 0};
  return ::syscall(kMountSetattr, AT_FDCWD, path.c_str(), flags, &attributes, sizeof attributes) == 0 ? 0 : errno;
}

std::string text_of(const std::string& what, int code) { return Error(what, code).what(); }

Finding finding_of(const char* name, const std::string& what, int code) {
  return code == 0 ? Finding{name, "on", ""} : Finding{name, "off", text_of(what, code)};
}

// What is to stay writable: folders that are mounts of their own by now, and those that aren't yet.
struct OpenPlaces {
  std::vector<std::string> mounts;
  std::vector<std::string> folders;
};

// A child sees itself in there and nobody else: the counters of its zygote would tell it about the children before it.
Finding proc() {
  const auto mount_with = [](const char* options) {
    return ::mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, options) == 0 ? 0 : errno;
  };
  const int code = mount_with("hidepid=ptraceable");
  if (code != EINVAL) {
    return finding_of("proc_mount", "mount /proc", code);
  }
  const int plain = mount_with(nullptr);  // before Linux 5.8
  return plain == 0 ? Finding{"proc_mount", "partial", "this kernel cannot hide other processes"}
                    : finding_of("proc_mount", "mount /proc", plain);
}

Finding scratch(const MountPlan& plan, OpenPlaces& open) {
  if (plan.tmpfs.empty() && plan.covered.empty()) {
    return {"scratch_tmpfs", "off", "not requested"};
  }
  std::string reason;
  std::size_t mounted = 0;
  const std::size_t wanted = plan.tmpfs.size() + plan.covered.size();
  for (const std::string& path : plan.covered) {
    const int code = mount_tmpfs(path, kEmptyBytes, "0755");
    mounted += code == 0 ? 1 : 0;
    reason += code == 0 ? "" : (reason.empty() ? "" : "; ") + text_of("cover " + path, code);
  }
  for (const Tmpfs& tmpfs : plan.tmpfs) {
    const int code = mount_tmpfs(tmpfs.path, std::to_string(tmpfs.bytes), "0711");
    if (code == 0) {
      ++mounted;
      open.mounts.push_back(tmpfs.path);
    } else {
      reason += (reason.empty() ? "" : "; ") + text_of("mount tmpfs on " + tmpfs.path, code);
      open.folders.push_back(tmpfs.path);
    }
  }
  return {"scratch_tmpfs", mounted == wanted ? "on" : mounted == 0 ? "off" : "partial", reason};
}

Finding read_only_root(OpenPlaces open) {
  for (const std::string& path : open.folders) {
    if (const int code = bind_onto_itself(path); code != 0) {
      return {"read_only_root", "off", text_of("bind " + path, code)};
    }
    open.mounts.push_back(path);
  }
  if (const int code = set_attributes("/", kRecursive, kReadOnly | kNoSuid, 0); code != 0) {
    return {"read_only_root", "off", text_of("mount_setattr /", code)};
  }
  for (const std::string& path : open.mounts) {
    if (const int code = set_attributes(path, kRecursive, 0, kReadOnly); code != 0) {
      throw Error("make " + path + " writable again", code);
    }
  }
  // Refused where /proc was read-only before, as in some containers; then it stays so.
  const int code = set_attributes("/proc", 0, 0, kReadOnly);
  return code == 0 ? Finding{"read_only_root", "on", ""}
                   : Finding{"read_only_root", "partial", text_of("/proc is read-only too", code)};
}

}  // namespace

Tmpfs parse_tmpfs(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  int64_t bytes = 0;
  const std::string_view number = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  const auto result = std::from_chars(number.data(), number.data() + number.size(), bytes);
  if (colon == 0 || result.ec != std::errc() || result.ptr != number.data() + number.size() || bytes <= 0) {
    throw Error("--tmpfs: expected DIR:BYTES with a positive number, got '" + std::string(text) + "'");
  }
  return {std::string(text.substr(0, colon)), bytes};
}

std::vector<Finding> no_mounts(const std::string& reason) {
  std::vector<Finding> findings;
  for (const char* name : {"proc_mount", "read_only_root", "scratch_tmpfs", "private_shm"}) {
    findings.push_back({name, "off", reason});
  }
  return findings;
}

std::vector<Finding> arrange_mounts(const MountPlan& plan) {
  // Before anything else: nothing done here may travel to the mounts outside.
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return no_mounts(text_of("make the mounts private", errno));
  }
  std::vector<Finding> findings;
  if (plan.fresh_proc) {
    findings.push_back(proc());
  } else {
    findings.push_back({"proc_mount", "off", "no pid namespace to show"});
  }
  OpenPlaces open{{}, plan.writable};
  const Finding scratch_finding = scratch(plan, open);
  const int shm = mount_tmpfs("/dev/shm", kEmptyBytes, "0755");  // empty, and made read-only with everything else
  findings.push_back(read_only_root(std::move(open)));
  findings.push_back(scratch_finding);
  findings.push_back(finding_of("private_shm", "mount tmpfs on /dev/shm", shm));
  return findings;
}

}  // namespace effibench
