// KeptZygote: the part of the keeper that starts a zygote through the launcher and asks it for children.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "clock.hpp"
#include "error.hpp"
#include "keeper.hpp"
#include "wait.hpp"
#include "wire.hpp"

namespace effibench {
namespace {

struct SocketPair {
  Fd ours;
  Fd theirs;
};

SocketPair socket_pair(int type) {
  std::array<int, 2> ends{};
  check(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()), "socketpair");
  return {Fd(ends[0]), Fd(ends[1])};
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (const std::string& text : texts) {
    result.push_back(const_cast<char*>(text.c_str()));  // posix_spawn takes char*[] for historical reasons only
  }
  result.push_back(nullptr);
  return result;
}

class SpawnActions {
 public:
  SpawnActions() {
    check_code(posix_spawn_file_actions_init(&actions_));
    check_code(posix_spawnattr_init(&attributes_));
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  void duplicate(int from, int to) { check_code(posix_spawn_file_actions_adddup2(&actions_, from, to)); }
  void open_null(int to, int mode) { check_code(posix_spawn_file_actions_addopen(&actions_, to, "/dev/null", mode, 0)); }
  void default_signals() {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    sigemptyset(&none);
    check_code(posix_spawnattr_setsigdefault(&attributes_, &all));
    check_code(posix_spawnattr_setsigmask(&attributes_, &none));
    check_code(posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  }
  pid_t spawn(const LaunchSpec& spec) {
    pid_t pid = -1;
    const int code = posix_spawn(&pid, spec.argv.at(0).c_str(), &actions_, &attributes_, pointers(spec.argv).data(),
                                 pointers(spec.environment).data());
    if (code != 0) {
      throw Error("start " + spec.argv[0], code);
    }
    return pid;
  }

 private:
  static void check_code(int code) {
    if (code != 0) {
      throw Error("prepare the launcher", code);
    }
  }
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

constexpr std::int64_t kLauncherPatienceNs = kNanosecondsPerSecond;

// Moves a descriptor above the numbers that the launcher's own will be placed at.
Fd above_fixed(int fd) { return Fd(check(::fcntl(fd, F_DUPFD_CLOEXEC, 8), "fcntl(F_DUPFD_CLOEXEC)")); }

}  // namespace

KeptZygote::KeptZygote(Fd control, Fd report, Fd pidfd, pid_t launcher)
    : control_(std::move(control)), report_(std::move(report)), pidfd_(std::move(pidfd)), launcher_(launcher) {}

KeptZygote::~KeptZygote() { close(now_ns() + 2'000'000'000); }

KeptZygote KeptZygote::launch(const LaunchSpec& spec) {
  SocketPair control = socket_pair(SOCK_SEQPACKET);
  SocketPair report = socket_pair(SOCK_STREAM);
  const Fd control_high = above_fixed(control.theirs.get());
  const Fd report_high = above_fixed(report.theirs.get());
  // A host without standard streams may have it at one of the numbers that are opened anew below.
  const Fd stderr_high = spec.stderr_fd >= 0 ? above_fixed(spec.stderr_fd) : Fd();
  SpawnActions actions;
  actions.open_null(STDIN_FILENO, O_RDONLY);
  actions.open_null(STDOUT_FILENO, O_WRONLY);
  if (stderr_high) {
    actions.duplicate(stderr_high.get(), STDERR_FILENO);
  } else {
    actions.open_null(STDERR_FILENO, O_WRONLY);
  }
  actions.duplicate(control_high.get(), kLauncherControlFd);
  actions.duplicate(report_high.get(), kLauncherReportFd);
  actions.default_signals();
  const pid_t launcher = actions.spawn(spec);
  Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, launcher, 0)));
  if (!pidfd) {
    const int code = errno;
    (void)::kill(launcher, SIGKILL);
    (void)::waitpid(launcher, nullptr, 0);
    throw Error("pidfd_open", code);
  }
  return KeptZygote(std::move(control.ours), std::move(report.ours), std::move(pidfd), launcher);
}

KeptZygote KeptZygote::attach(Fd control, pid_t zygote) {
  Fd pidfd(check(static_cast<int>(::syscall(SYS_pidfd_open, zygote, 0)), "pidfd_open"));
  return {std::move(control), Fd(), std::move(pidfd), zygote};
}

std::string KeptZygote::read_report(std::int64_t deadline_ns, const Interrupt& interrupt) {
  std::string text;
  for (;;) {
    std::array<char, 4096> chunk;  // NOLINT: filled by recv
    const ssize_t count = ::recv(report_.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
    if (count > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno == ECONNRESET) {
      return text;
    } else if (errno == EAGAIN) {
      if (now_ns() >= deadline_ns) {
        throw Error("the launcher did not finish its report in time; so far: " + text);
      }
      wait_readable({report_.get(), -1}, deadline_ns, interrupt);
    } else if (errno != EINTR) {
      throw_errno("read the launcher's report");
    }
  }
}

std::optional<std::string> KeptZygote::read_greeting(std::int64_t deadline_ns, const Interrupt& interrupt) {
  std::string text(64U << 10U, '\0');
  for (;;) {
    const ssize_t count = ::recv(control_.get(), text.data(), text.size(), MSG_DONTWAIT);
    if (count > 0) {
      text.resize(static_cast<std::size_t>(count));
      return text;
    }
    if (count == 0 || errno == ECONNRESET) {
      return std::nullopt;
    }
    if (errno != EAGAIN && errno != EINTR) {
      throw_errno("read the zygote's greeting");
    }
    if (now_ns() >= deadline_ns) {
      throw Error("the zygote did not finish its imports in time");
    }
    wait_readable({control_.get(), -1}, deadline_ns, interrupt);
  }
}

KeptChild KeptZygote::spawn(const SpawnSpec& spec, const std::vector<int>& stdio, const std::vector<int>& cgroups,
                            std::int64_t deadline_ns, const Interrupt& interrupt) {
  return request(spec, stdio, cgroups, deadline_ns, interrupt).wait(deadline_ns, interrupt);
}

PendingChild KeptZygote::request(const SpawnSpec& spec, const std::vector<int>& stdio, const std::vector<int>& cgroups,
                                 std::int64_t deadline_ns, const Interrupt& interrupt) {
  SocketPair reply = socket_pair(SOCK_SEQPACKET);
  SocketPair control = socket_pair(SOCK_STREAM);
  std::vector<int> fds{reply.theirs.get(), control.theirs.get()};
  fds.insert(fds.end(), stdio.begin(), stdio.end());
  fds.insert(fds.end(), cgroups.begin(), cgroups.end());
  if (stdio.size() != 3 || fds.size() > kMaxSpawnFds) {
    throw Error("a child takes three standard descriptors and at most " +
                std::to_string(kMaxSpawnFds - kFirstCgroupFd) + " cgroups");
  }
  const std::string packet = spec.encode();
  if (packet.size() > kMaxSpawnBytes) {
    throw Error("the description of a child has " + std::to_string(packet.size()) + " bytes, at most " +
                std::to_string(kMaxSpawnBytes) + " can be sent: shorten argv, environment or the lists of paths");
  }
  iovec part{const_cast<char*>(packet.data()), packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * kMaxSpawnFds)> ancillary{};
  message.msg_control = ancillary.data();
  message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
  cmsghdr* item = CMSG_FIRSTHDR(&message);
  item->cmsg_level = SOL_SOCKET;
  item->cmsg_type = SCM_RIGHTS;
  item->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
  std::memcpy(CMSG_DATA(item), fds.data(), sizeof(int) * fds.size());
  while (::sendmsg(control_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
    if (errno == EAGAIN || errno == EINTR) {  // many threads ask at once and the zygote is busy forking
      if (now_ns() >= deadline_ns) {
        throw Error("the zygote does not take requests", ETIMEDOUT);
      }
      interrupt();
      const timespec pause{0, 1'000'000};
      (void)::nanosleep(&pause, nullptr);
    } else if (errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN) {
      throw Error("the zygote has died");
    } else {
      throw_errno("ask the zygote for a child");
    }
  }
  const bool announces = spec.tolerate || !spec.argv.empty();
  return {std::move(reply.ours), std::move(control.ours), announces};
}

KeptChild PendingChild::wait(std::int64_t deadline_ns, const Interrupt& interrupt) {
  std::array<char, 512> buffer;  // NOLINT: filled by recvmsg
  iovec answer{buffer.data(), buffer.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> rights{};
  msghdr received{};
  received.msg_iov = &answer;
  received.msg_iovlen = 1;
  ssize_t size = -1;
  for (;;) {
    received.msg_control = rights.data();
    received.msg_controllen = CMSG_LEN(sizeof(int));  // the space of one, padding included, would hold two
    size = ::recvmsg(reply_.get(), &received, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size >= 0 || (errno != EAGAIN && errno != EINTR)) {
      break;
    }
    if (now_ns() >= deadline_ns) {
      throw Error("the zygote did not start a child", ETIMEDOUT);
    }
    wait_readable({reply_.get(), -1}, deadline_ns, interrupt);
  }
  Fd pidfd;  // also of a packet without bytes
  if (const cmsghdr* carried = size < 0 ? nullptr : CMSG_FIRSTHDR(&received);
      carried != nullptr && carried->cmsg_type == SCM_RIGHTS) {
    int number = -1;
    std::memcpy(&number, CMSG_DATA(carried), sizeof number);
    pidfd = Fd(number);
  }
  if (size <= 0) {
    throw Error("the zygote has died");
  }
  WireReader reader({buffer.data(), static_cast<std::size_t>(size)});
  if (reader.integer() != kReplyStarted) {
    const int code = reader.integer<int>();
    throw Error("the zygote could not start a child: " + reader.text(), code);
  }
  if (!pidfd) {  // the zygote always sends one, but this process may have no number free for it
    throw Error("take the pidfd of a child", (received.msg_flags & MSG_CTRUNC) != 0 ? EMFILE : EPROTO);
  }
  return {std::move(reply_), std::move(control_), std::move(pidfd), announces_};
}

bool KeptZygote::alive() const {
  if (!control_) {
    return false;
  }
  pollfd entry{control_.get(), 0, 0};
  int ready = -1;
  do {  // EINTR even without waiting, when a signal is pending
    ready = ::poll(&entry, 1, 0);
  } while (ready < 0 && errno == EINTR);
  return check(ready, "poll") == 0;  // POLLHUP is reported even when nothing is asked for
}

void KeptZygote::close(std::int64_t deadline_ns) noexcept {
  if (!closing_) {
    return;  // moved from
  }
  const std::lock_guard guard(*closing_);
  if (!pidfd_) {
    return;
  }
  // Not closed yet: another thread may be about to use the number, which then must not name another file.
  (void)::shutdown(control_.get(), SHUT_RDWR);
  if (report_) {
    (void)::shutdown(report_.get(), SHUT_RDWR);
  }
  if (!ends_before(pidfd_.get(), deadline_ns)) {
    // The zygote does not hang up. Told to end, the launcher kills it and what it leaves behind.
    (void)::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGTERM, nullptr, 0);
    if (!ends_before(pidfd_.get(), std::max(deadline_ns, now_ns()) + kLauncherPatienceNs)) {
      (void)::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
    }
  }
  siginfo_t info{};
  while (::waitid(P_PIDFD, static_cast<id_t>(pidfd_.get()), &info, WEXITED) != 0 && errno == EINTR) {
  }
  pidfd_.reset();
}

}  // namespace effibench
