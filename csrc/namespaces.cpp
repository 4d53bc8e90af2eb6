#include "namespaces.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

struct Kind {
  const char* name;
  int flag;
};

// The order of usefulness: the first has to come first, the others are what one would rather keep.
constexpr Kind kKinds[] = {{"user", CLONE_NEWUSER}, {"pid", CLONE_NEWPID}, {"net", CLONE_NEWNET},
                           {"ipc", CLONE_NEWIPC},   {"mount", CLONE_NEWNS}, {"uts", CLONE_NEWUTS}};

void write_map(pid_t child, const char* file, const std::string& text) {
  const std::string path = "/proc/" + std::to_string(child) + "/" + file;
  const Fd fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!fd || ::write(fd.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw_errno("write '" + text + "' to " + path);
  }
}

}  // namespace

int parse_namespaces(std::string_view text) {
  if (text == "none") {
    return 0;
  }
  int flags = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view name = text.substr(at, end - at);
    int flag = 0;
    for (const Kind& kind : kKinds) {
      flag = name == kind.name ? kind.flag : flag;
    }
    if (flag == 0) {
      throw Error("--namespaces: '" + std::string(name) + "' in '" + std::string(text) +
                  "' is none of user, mount, pid, net, ipc, uts");
    }
    flags |= flag;
    at = end + 1;
  }
  return flags;
}

pid_t clone_process(int namespaces) noexcept {
  // clone and not clone3, which container filters answer with ENOSYS. With no stack given it works like fork;
  // all arguments but the first are zero, so their order, which differs between architectures, doesn't matter.
  const auto flags = static_cast<unsigned long>(namespaces) | static_cast<unsigned long>(SIGCHLD);
  return static_cast<pid_t>(::syscall(SYS_clone, flags, 0UL, 0UL, 0UL, 0UL));
}

int try_clone(int namespaces) {
  const pid_t child = clone_process(namespaces);
  if (child == 0) {
    ::_exit(0);
  }
  if (child < 0) {
    return errno;
  }
  while (::waitpid(child, nullptr, 0) < 0) {
    if (errno != EINTR) {
      throw_errno("wait for a trial process");
    }
  }
  return 0;
}

NamespaceChoice choose_namespaces(int wanted, const std::function<int(int)>& attempt) {
  NamespaceChoice choice;
  const bool whole = wanted == 0 || attempt(wanted) == 0;
  for (const Kind& kind : kKinds) {
    Finding finding{std::string(kind.name) + "_namespace", "off", "not requested"};
    if ((wanted & kind.flag) != 0) {
      const int code = whole ? 0 : attempt(choice.flags | kind.flag);
      finding.reason = code == 0 ? "" : "clone: " + std::string(std::strerror(code));
      if (code == 0) {
        finding.state = "on";
        choice.flags |= kind.flag;
      }
    }
    choice.findings.push_back(std::move(finding));
  }
  if (choice.flags == CLONE_NEWUSER && wanted != CLONE_NEWUSER) {
    choice.flags = 0;
    choice.findings.front().state = "off";
    choice.findings.front().reason = "possible, but no other namespace could be made inside it";
  }
  return choice;
}

void map_own_ids(pid_t child) {
  const std::string uid = std::to_string(::geteuid());
  const std::string gid = std::to_string(::getegid());
  write_map(child, "uid_map", uid + " " + uid + " 1");
  // Without CAP_SETGID in the parent namespace the kernel takes a group map only after setgroups was given up.
  write_map(child, "setgroups", "deny");
  write_map(child, "gid_map", gid + " " + gid + " 1");
}

}  // namespace effibench
