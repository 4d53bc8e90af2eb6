#include "zygote.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "error.hpp"
#include "landlock.hpp"
#include "reaper.hpp"
#include "scratch.hpp"
#include "usage.hpp"
#include "wire.hpp"

namespace effibench {
namespace {

struct LiveChild {
  Fd reply;
  std::string scratch;
  bool killed = false;
};

// False if it could not be sent: the host has given the child up, or a descriptor could not be passed (errno).
bool reply(int socket, const std::string& payload, int fd = -1) noexcept {
  iovec part{const_cast<char*>(payload.data()), payload.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  if (fd >= 0) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(item), &fd, sizeof fd);
  }
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent >= 0;
}

std::string failure(int code, const std::string& what) {
  return WireWriter().integer(kReplyFailed).integer(code).text(what).data();
}

constexpr std::int64_t kTidySliceNs = 5'000'000;  // a request waits so long at most

using FilterKey = std::array<bool, 6>;  // what a policy allows, in the order of SeccompPolicy

class Zygote {
 public:
  Zygote(int control, const ForkHooks& hooks) : control_(control), hooks_(hooks) {
    // Processes that a child leaves behind come to us, where they are killed and reaped.
    check(::prctl(PR_SET_CHILD_SUBREAPER, 1), "prctl(PR_SET_CHILD_SUBREAPER)");
    check(::prctl(PR_SET_DUMPABLE, 0), "prctl(PR_SET_DUMPABLE)");
    if (::getpid() == 1) {  // the numbers are ours alone
      last_pid_ = Fd(::open("/proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
    }
  }

  std::optional<SpawnSpec> serve() {
    for (;;) {
      std::vector<pollfd> entries{{control_, POLLIN, 0}, {ends_.fd(), POLLIN, 0}};
      for (const auto& [pid, child] : children_) {
        entries.push_back({child.killed ? -1 : child.reply.get(), 0, 0});  // hanging up is reported unasked
      }
      if (::poll(entries.data(), entries.size(), scratch_.tidied() ? -1 : 0) < 0) {
        if (errno != EINTR && errno != ENOMEM && errno != EAGAIN) {
          throw_errno("poll in the zygote");
        }
        if (errno != EINTR) {  // a machine that is out of memory for a moment is no reason to lose all children
          const timespec pause{0, 10'000'000};
          (void)::nanosleep(&pause, nullptr);
        }
        continue;
      }
      kill_unwanted(std::span(entries).subspan(2));
      if (entries[1].revents != 0) {
        reap();
      }
      if (entries[0].revents != 0) {
        std::optional<ChildSetup> setup = receive();
        if (!setup) {
          kill_all();
          return std::nullopt;
        }
        if (start(*setup)) {
          return std::move(setup->spec);
        }
      }
      scratch_.tidy(now_ns() + kTidySliceNs);
    }
  }

 private:
  // The next request; nullopt when the host has gone.
  std::optional<ChildSetup> receive() {
    packet_.resize(kMaxSpawnBytes);
    iovec part{packet_.data(), packet_.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxSpawnFds)> control{};
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    ssize_t size = -1;
    do {
      size = ::recvmsg(control_, &message, MSG_CMSG_CLOEXEC);
    } while (size < 0 && errno == EINTR);
    if (size < 0 && errno != ECONNRESET) {
      throw_errno("receive a request");
    }
    if (size <= 0) {
      return std::nullopt;
    }
    ChildSetup setup;
    for (cmsghdr* item = CMSG_FIRSTHDR(&message); item != nullptr; item = CMSG_NXTHDR(&message, item)) {
      if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SCM_RIGHTS) {
        const std::size_t count = (item->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (std::size_t index = 0; index < count; ++index) {
          int fd = -1;
          std::memcpy(&fd, CMSG_DATA(item) + index * sizeof fd, sizeof fd);
          setup.fds.emplace_back(fd);
        }
      }
    }
    if ((message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0 || setup.fds.size() < kFirstCgroupFd) {
      throw Error("truncated request from the host");
    }
    setup.spec = SpawnSpec::decode({packet_.data(), static_cast<std::size_t>(size)});
    setup.parent = ::getpid();
    return setup;
  }

  // True in the child.
  bool start(ChildSetup& setup) {
    const int reply_socket = setup.fds[kReplyFd].get();
    try {
      prepare(setup);
    } catch (const Error& error) {
      (void)reply(reply_socket, failure(error.code(), error.what()));
      return false;
    }
    scatter_pids();
    hooks_.before();
    const pid_t pid = ::fork();  // glibc's, so that every library's atfork handlers run
    if (pid == 0) {
      hooks_.after_in_child();
      become_child(setup);
      return true;
    }
    const int fork_errno = errno;
    hooks_.after_in_parent();
    if (pid < 0) {
      (void)reply(reply_socket, failure(fork_errno, "fork a child"));
      return false;
    }
    const Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!pidfd || !reply(reply_socket, WireWriter().integer(kReplyStarted).integer(pid).data(), pidfd.get())) {
      const int code = errno;
      (void)::kill(pid, SIGKILL);
      (void)reply(reply_socket, failure(code, "pass on the pidfd of a child"));
    }
    children_.emplace(pid, LiveChild{std::move(setup.fds[kReplyFd]), setup.spec.scratch});
    return false;
  }

  // A child could tell the next one something by the number of threads it starts: they count up to the next pid.
  // Where the kernel does not let us choose, that stays so.
  void scatter_pids() noexcept {
    std::uint16_t number = 0;
    if (!last_pid_ || ::getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) {
      return;
    }
    std::array<char, 16> text{};
    const auto end = std::to_chars(text.begin(), text.end(), 300 + number % 30'000);
    [[maybe_unused]] const ssize_t size =
        ::pwrite(last_pid_.get(), text.data(), static_cast<std::size_t>(end.ptr - text.data()), 0);
  }

  // What needs the zygote's view: the scratch directory and the ruleset that refers to it.
  void prepare(ChildSetup& setup) {
    const SpawnSpec& spec = setup.spec;
    if (!spec.scratch.empty() && scratch_.make(spec.scratch, spec.uid)) {
      rulesets_.clear();  // rules hold on to the directory itself, not to its name
    }
    if (spec.landlock_abi > 0) {
      // A worker's paths are those of the interpreter and its libraries, and 0.1 ms is saved by keeping the ruleset. A
      // command's are the caller's: made for one run, often gone after it.
      WireWriter key;
      if (spec.argv.empty()) {
        key.integer(spec.landlock_abi).text(spec.scratch).texts(spec.read_only).texts(spec.read_write).texts(spec.hidden);
      } else {
        rulesets_.erase(key.data());
      }
      Fd& ruleset = rulesets_[key.data()];
      if (!ruleset) {
        LandlockRules rules{spec.read_only, spec.read_write, true, spec.hidden};
        if (!spec.scratch.empty()) {
          rules.read_write.push_back(spec.scratch);
        }
        ruleset = landlock_ruleset(rules, spec.landlock_abi);
      }
      setup.landlock_ruleset = ruleset.get();
    }
    if (spec.seccomp) {
      SeccompPolicy policy;
      policy.allow_subprocess = spec.allow_subprocess;
      policy.allow_exec = spec.allow_subprocess || !spec.argv.empty();
      policy.allow_memfd = spec.allow_memfd;
      policy.allow_metadata = spec.allow_metadata;
      policy.allow_truncation = spec.allow_truncation;
      policy.signal_others = spec.signal_others;
      policy.parent = ::getpid();
      const FilterKey key{policy.allow_subprocess, policy.allow_exec,       policy.allow_memfd,
                          policy.allow_metadata,   policy.allow_truncation, policy.signal_others};
      setup.filter = &filters_.try_emplace(key, policy).first->second;
    }
  }

  void reap() {
    ends_.clear();
    for (;;) {
      siginfo_t info{};
      const int failed = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
      if (failed != 0 && errno == EINTR) {
        continue;
      }
      if (failed != 0 || info.si_pid == 0) {
        return;  // ECHILD, or nobody has ended
      }
      const pid_t pid = info.si_pid;
      const auto found = children_.find(pid);
      if (found == children_.end()) {
        (void)::waitpid(pid, nullptr, 0);  // an orphan that was re-parented to us
        continue;
      }
      // Everything the child started is in its process group (the filter denies setsid and setpgid). Not reaped yet,
      // it still holds the group's number, which can't have become another group's.
      (void)::kill(-pid, SIGKILL);
      int status = 0;
      rusage resources{};
      while (::wait4(pid, &status, 0, &resources) < 0) {
        if (errno != EINTR) {
          throw_errno("wait4");
        }
      }
      await_group(pid);
      if (!found->second.scratch.empty()) {
        scratch_.leave(found->second.scratch);
      }
      const Usage usage = usage_from(resources);
      WireWriter report;
      report.integer(kReplyExited).integer(status).integer(usage.user_ns).integer(usage.system_ns);
      report.integer(usage.max_rss_bytes).integer(usage.minor_faults).integer(usage.major_faults);
      report.integer(usage.voluntary_switches).integer(usage.involuntary_switches);
      (void)reply(found->second.reply.get(), report.data());  // whoever closed it does not want to know
      children_.erase(found);
    }
  }

  // A host that closed its end of a reply socket has given the child up, perhaps before it knew the child's pidfd.
  // `entries` are in the order of the children.
  void kill_unwanted(std::span<const pollfd> entries) {
    std::size_t index = 0;
    for (auto& [pid, child] : children_) {
      if (entries[index++].revents != 0) {
        child.killed = true;
        (void)::kill(pid, SIGKILL);
      }
    }
  }

  void kill_all() {
    for (const auto& [pid, child] : children_) {
      (void)::kill(pid, SIGKILL);
    }
    for (const auto& [pid, child] : children_) {
      (void)::kill(-pid, SIGKILL);
    }
  }

  int control_;
  Fd last_pid_;
  const ForkHooks& hooks_;
  ChildEnds ends_;
  std::string packet_;
  std::map<pid_t, LiveChild> children_;
  std::map<std::string, Fd> rulesets_;
  ScratchFolders scratch_;
  std::map<FilterKey, PreparedFilter> filters_;  // by what the policy allows
};

}  // namespace

std::optional<SpawnSpec> serve_zygote(int control, const ForkHooks& hooks) {
  auto zygote = std::make_unique<Zygote>(control, hooks);
  std::optional<SpawnSpec> spec = zygote->serve();
  if (spec) {
    // In the child every descriptor of the zygote is closed already and its numbers may be in use again:
    // running the destructors would close somebody else's file.
    (void)zygote.release();
  }
  return spec;
}

}  // namespace effibench
