#include "landlock.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "error.hpp"

namespace effibench {
namespace {

constexpr long kCreateRuleset = 444;  // same on all architectures
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kCreateRulesetVersion = 1;
constexpr int kRulePathBeneath = 1;

// LANDLOCK_ACCESS_FS_*
constexpr uint64_t kExecute = 1ULL << 0;
constexpr uint64_t kWriteFile = 1ULL << 1;
constexpr uint64_t kReadFile = 1ULL << 2;
constexpr uint64_t kReadDir = 1ULL << 3;
constexpr uint64_t kRemoveDir = 1ULL << 4;
constexpr uint64_t kRemoveFile = 1ULL << 5;
constexpr uint64_t kMakeDir = 1ULL << 7;
constexpr uint64_t kMakeReg = 1ULL << 8;
constexpr uint64_t kMakeFifo = 1ULL << 10;
constexpr uint64_t kMakeSym = 1ULL << 12;
constexpr uint64_t kRefer = 1ULL << 13;     // ABI 2
constexpr uint64_t kTruncate = 1ULL << 14;  // ABI 3
constexpr uint64_t kIoctlDev = 1ULL << 15;  // ABI 5
constexpr uint64_t kAllOfAbi1 = (1ULL << 13) - 1;

constexpr uint64_t kReading = kReadFile | kReadDir;
// Not devices and not sockets.
constexpr uint64_t kWriting = kReading | kWriteFile | kTruncate | kIoctlDev | kRemoveDir | kRemoveFile | kMakeDir |
                              kMakeReg | kMakeFifo | kMakeSym | kRefer;
// The rights the kernel accepts in a rule about something that is no folder.
constexpr uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDev;

constexpr uint64_t kNetBindTcp = 1ULL << 0;     // ABI 4
constexpr uint64_t kNetConnectTcp = 1ULL << 1;  // ABI 4
constexpr uint64_t kScopeAbstractUnix = 1ULL << 0;  // ABI 6
constexpr uint64_t kScopeSignal = 1ULL << 1;        // ABI 6

// landlock_ruleset_attr as of ABI 6; older kernels accept it as long as what they don't know is zero.
struct RulesetAttributes {
  uint64_t handled_fs;
  uint64_t handled_net;
  uint64_t scoped;
};

struct __attribute__((packed)) PathBeneath {
  uint64_t allowed;
  int32_t parent;
};

void add_path(int ruleset, const std::string& path, uint64_t rights) {
  const Fd fd(::open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!fd) {
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) {
      return;  // nothing there that the child could use
    }
    throw_errno("open " + path + " for a Landlock rule");
  }
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0) {
    throw_errno("stat " + path + " for a Landlock rule");
  }
  const PathBeneath rule{S_ISDIR(facts.st_mode) ? rights : rights & kOfFiles, fd.get()};
  if (rule.allowed != 0 && ::syscall(kAddRule, ruleset, kRulePathBeneath, &rule, 0U) != 0) {
    throw_errno("landlock_add_rule for " + path);
  }
}

// Both canonical: is `path` the folder itself or below it?
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

// Where a path leads; nullopt if there is nothing that a child could use.
std::optional<std::filesystem::path> real_path(const std::string& path) {
  std::error_code code;
  std::filesystem::path real = std::filesystem::canonical(path, code);
  if (!code) {
    return real;
  }
  if (code.value() == ENOENT || code.value() == ENOTDIR || code.value() == EACCES || code.value() == ELOOP) {
    return std::nullopt;
  }
  throw Error("look for " + path + " for a Landlock rule", code.value());
}

void add_around(int ruleset, const std::string& path, uint64_t rights,
                const std::vector<std::filesystem::path>& hidden) {
  const std::optional<std::filesystem::path> real = real_path(path);  // a link leads around, too
  if (!real) {
    return;
  }
  bool contains = false;
  for (const std::filesystem::path& folder : hidden) {
    if (lies_in(*real, folder)) {
      return;
    }
    contains = contains || lies_in(folder, *real);
  }
  if (!contains) {
    add_path(ruleset, path, rights);
    return;
  }
  add_path(ruleset, path, rights & kReadDir);
  std::error_code code;
  std::filesystem::directory_iterator entry(*real, code);
  for (; !code && entry != std::filesystem::directory_iterator(); entry.increment(code)) {
    add_around(ruleset, entry->path(), rights, hidden);
  }
  if (code && code.value() != EACCES) {  // whom the folder is closed to reaches nothing in it either
    throw Error("list " + path + " for a Landlock rule", code.value());
  }
}

}  // namespace

int landlock_abi() {
  const long abi = ::syscall(kCreateRuleset, nullptr, 0, kCreateRulesetVersion);
  if (abi >= 0) {
    return static_cast<int>(abi);
  }
  // ENOSYS: not built in. EOPNOTSUPP: not switched on at boot. EPERM, EACCES: a container's filter denies it.
  if (errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM || errno == EACCES) {
    return 0;
  }
  throw_errno("landlock_create_ruleset(version)");
}

Fd landlock_ruleset(const LandlockRules& rules, int abi) {
  if (abi < 1) {
    throw Error("landlock_ruleset: this kernel has no Landlock (ABI " + std::to_string(abi) + ")", EOPNOTSUPP);
  }
  RulesetAttributes attributes{};
  attributes.handled_fs = kAllOfAbi1 | (abi >= 2 ? kRefer : 0) | (abi >= 3 ? kTruncate : 0) | (abi >= 5 ? kIoctlDev : 0);
  attributes.handled_net = abi >= 4 ? kNetBindTcp | kNetConnectTcp : 0;
  attributes.scoped = abi >= 6 ? kScopeAbstractUnix | kScopeSignal : 0;
  Fd ruleset(static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0U)));
  if (!ruleset) {
    throw_errno("landlock_create_ruleset for ABI " + std::to_string(abi));
  }
  std::vector<std::filesystem::path> hidden;
  for (const std::string& path : rules.hidden) {
    if (std::optional<std::filesystem::path> real = real_path(path)) {
      hidden.push_back(std::move(*real));
    }
  }
  for (const std::string& path : rules.read_only) {
    add_around(ruleset.get(), path, kReading | (rules.allow_exec ? kExecute : 0), hidden);
  }
  for (const std::string& path : rules.read_write) {
    add_path(ruleset.get(), path, kWriting & attributes.handled_fs);
  }
  return ruleset;
}

void landlock_restrict(int ruleset_fd) {
  check(::syscall(kRestrictSelf, ruleset_fd, 0U), "landlock_restrict_self");
}

}  // namespace effibench
