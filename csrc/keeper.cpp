#include "keeper.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "clock.hpp"
#include "error.hpp"
#include "wait.hpp"
#include "wire.hpp"

namespace effibench {
namespace {

constexpr std::int64_t kWatchNs = 5'000'000;

constexpr std::int64_t kInterruptNs = 100'000'000;

bool readable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  int ready = -1;
  do {  // EINTR even without waiting, when a signal is pending
    ready = ::poll(&entry, 1, 0);
  } while (ready < 0 && errno == EINTR);
  return check(ready, "poll") > 0;
}

// -1 for a child that has ended and is reaped already.
pid_t find_pid(int pidfd) {
  try {
    return pid_of_pidfd(pidfd);
  } catch (const Error& error) {
    if (error.code() == ESRCH && readable(pidfd)) {
      return -1;
    }
    throw;
  }
}

}  // namespace

KeptChild::KeptChild(Fd reply, Fd control, Fd pidfd, bool announces)
    : reply_(std::move(reply)),
      control_(std::move(control)),
      pidfd_(std::move(pidfd)),
      pid_(find_pid(pidfd_.get())),
      announces_(announces) {}

KeptChild::KeptChild(KeptChild&& other) noexcept
    : reply_(std::move(other.reply_)),
      control_(std::move(other.control_)),
      pidfd_(std::move(other.pidfd_)),
      pid_(other.pid_),
      announces_(other.announces_),
      reported_(other.reported_),
      killed_(other.killed_.load()),
      reader_(std::move(other.reader_)),
      report_(other.report_) {}

KeptChild::~KeptChild() { kill(); }

bool KeptChild::send(std::uint32_t kind, std::string_view payload, int fd, std::int64_t deadline_ns) {
  return send_frame(control_.get(), kind, payload, fd, deadline_ns);
}

bool KeptChild::silent() const {
  char byte = 0;
  return reader_.empty() && ::recv(control_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) <= 0;
}

Event KeptChild::receive(std::int64_t deadline_ns, std::int64_t max_rss_bytes, const Interrupt& interrupt) {
  Event event;
  std::int64_t next_interrupt_ns = now_ns() + kInterruptNs;
  for (;;) {
    Frame frame;
    const bool ended = readable(pidfd_.get());  // before the read: what it wrote before its end must not be lost
    const FrameStatus status = reader_.poll(control_.get(), frame);
    event.stamp_ns = now_ns();
    if (status == FrameStatus::complete) {
      if (!reported_) {
        reported_ = true;
        if (frame.kind == kFrameSetupDone && !announces_) {
          continue;
        }
      } else if (!announces_ && (frame.kind == kFrameSetupDone || frame.kind == kFrameSetupFailed)) {
        event.kind = EventKind::malformed;
        return event;
      }
      event.kind = EventKind::frame;
      event.frame_kind = frame.kind;
      event.payload = std::move(frame.payload);
      return event;
    }
    if (ended && !reported_ && !killed_) {
      throw Error("child " + std::to_string(pid_) + " ended before it reported on its set-up");
    }
    if (ended || status == FrameStatus::malformed) {
      // Forged bytes are the stronger evidence, and whether the forger has ended yet is chance.
      event.kind = status == FrameStatus::malformed ? EventKind::malformed : EventKind::exited;
      return event;
    }
    if (max_rss_bytes > 0 && resident_bytes() > max_rss_bytes) {
      event.kind = EventKind::memory;
      return event;
    }
    if (event.stamp_ns >= deadline_ns && !reported_) {
      throw Error("child " + std::to_string(pid_) + " did not report on its set-up in time");
    }
    if (event.stamp_ns >= deadline_ns) {
      event.kind = EventKind::deadline;
      return event;
    }
    const std::int64_t wake = max_rss_bytes > 0 ? std::min(deadline_ns, event.stamp_ns + kWatchNs) : deadline_ns;
    // A closed control socket stays readable for ever; then only the process's end is worth waiting for.
    const int socket = status == FrameStatus::closed ? -1 : control_.get();
    wait_readable({socket, pidfd_.get()}, wake, interrupt);
    if (event.stamp_ns >= next_interrupt_ns) {  // the memory watch wakes before wait_readable would ask
      interrupt();
      next_interrupt_ns = event.stamp_ns + kInterruptNs;
    }
  }
}

// A pid read through /proc is this child's only as long as the pidfd can still be signalled.
bool KeptChild::reaped() const {
  return pid_ < 0 || (::syscall(SYS_pidfd_send_signal, pidfd_.get(), 0, nullptr, 0) != 0 && errno == ESRCH);
}

std::int64_t KeptChild::resident_bytes() const {
  const std::int64_t bytes = pid_ < 0 ? 0 : rss_bytes(pid_).value_or(0);
  return reaped() ? 0 : bytes;
}

void KeptChild::kill() noexcept {
  killed_ = true;
  if (pidfd_) {
    (void)::syscall(SYS_pidfd_send_signal, pidfd_.get(), SIGKILL, nullptr, 0);
  }
}

ExitReport KeptChild::finish(std::int64_t deadline_ns, const Interrupt& interrupt) {
  if (report_) {
    return *report_;
  }
  kill();
  while (!readable(reply_.get())) {
    if (now_ns() >= deadline_ns) {
      throw Error("the zygote did not report the end of child " + std::to_string(pid_), ETIMEDOUT);
    }
    wait_readable({reply_.get(), -1}, deadline_ns, interrupt);
  }
  std::array<char, 512> buffer;  // NOLINT: filled by recv
  const ssize_t size = ::recv(reply_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size <= 0) {
    throw Error("the zygote died while child " + std::to_string(pid_) + " was running");
  }
  WireReader reader({buffer.data(), static_cast<std::size_t>(size)});
  if (reader.integer() != kReplyExited) {
    throw Error("unexpected message from the zygote");
  }
  ExitReport report;
  report.status = reader.integer<int>();
  report.user_ns = reader.integer();
  report.system_ns = reader.integer();
  report.max_rss_bytes = reader.integer();
  report.minor_faults = reader.integer();
  report.major_faults = reader.integer();
  report.voluntary_switches = reader.integer();
  report.involuntary_switches = reader.integer();
  reader.expect_end();
  report_ = report;
  return report;
}

std::int64_t KeptChild::cpu_ns() const {
  const std::int64_t consumed = pid_ < 0 ? 0 : process_cpu_ns(pid_);
  if (reaped()) {
    throw Error("CPU time of a child that has ended", ESRCH);
  }
  return consumed;
}

std::optional<MemoryStatus> KeptChild::memory() const {
  const std::optional<MemoryStatus> status = pid_ < 0 ? std::nullopt : memory_status(pid_);
  return reaped() ? std::nullopt : status;
}

}  // namespace effibench
