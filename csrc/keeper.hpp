// The host's side: starts zygotes, asks them for children, watches each child and ends it.
//
// Theory of operation. A host may have any number of threads and hold CUDA, so it never forks: the launcher is
// posix_spawned, the zygote comes from the launcher, children come from the zygote. For each child the host holds
//   - the reply socket: STARTED (with a pidfd) and EXITED, or end of file when the zygote died;
//   - the control socket: frames of the worker, from foreign code, hence never trusted;
//   - the pidfd: to kill exactly this process and to see it end.
// Deadlines live here and nowhere else. KeptChild::receive waits for a frame, the child's end, the deadline or a
// memory breach, whichever comes first, and says which with the time it was seen: the evidence for every verdict.
// A child's first frame says that its set-up is complete or failed, before any foreign code ran. Until then its end is
// the host's failure; from then on it is the candidate's, and a set-up frame is forged like any other garbage.
// What can fail: the candidate (any of the above: an Event, never an exception) and the host (zygote gone, fork
// refused, set-up cut short, descriptors exhausted: an Error). A child is killed on every path: the destructor does
// it too, and the zygote does it when the reply socket is closed.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fd.hpp"
#include "frame.hpp"
#include "procfs.hpp"
#include "spawn.hpp"

namespace effibench {

// Called every 100 ms of waiting and after each interrupted wait; throws to abandon the wait (Ctrl-C).
using Interrupt = std::function<void()>;

enum class EventKind : std::uint8_t { frame, exited, deadline, memory, malformed };

struct Event {
  EventKind kind = EventKind::exited;
  std::uint32_t frame_kind = 0;
  std::string payload;
  std::int64_t stamp_ns = 0;  // when the host had it
};

struct ExitReport {
  int status = 0;  // as wait(2)
  std::int64_t user_ns = 0;
  std::int64_t system_ns = 0;
  std::int64_t max_rss_bytes = 0;  // includes what was inherited from the zygote
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
};

class KeptChild {
 public:
  // `announces`: the end of the set-up is an event of its own (probe, command); otherwise it is taken note of here.
  KeptChild(Fd reply, Fd control, Fd pidfd, bool announces);
  KeptChild(KeptChild&& other) noexcept;
  KeptChild& operator=(KeptChild&&) = delete;
  ~KeptChild();

  [[nodiscard]] pid_t pid() const noexcept { return pid_; }  // -1 if it had ended before it was known
  // Sends one frame; false if the child is gone or does not read before the deadline.
  bool send(std::uint32_t kind, std::string_view payload, int fd, std::int64_t deadline_ns);
  // Waits for what happens next. `max_rss_bytes` > 0 makes the resident size a limit, looked at every 5 ms.
  // Throws Error if the child ended, not killed by us, or the deadline passed before it reported on its set-up.
  Event receive(std::int64_t deadline_ns, std::int64_t max_rss_bytes, const Interrupt& interrupt);
  // Whether it has said nothing that was not received yet, its set-up included. An honest worker is silent until asked.
  [[nodiscard]] bool silent() const;
  void kill() noexcept;
  // Kills the child if need be and waits for the zygote's report (again: the same one). Throws Error if the zygote died
  // or is silent.
  ExitReport finish(std::int64_t deadline_ns, const Interrupt& interrupt);

  [[nodiscard]] std::int64_t cpu_ns() const;  // consumed so far by all threads; throws Error once it was reaped
  [[nodiscard]] std::optional<MemoryStatus> memory() const;

 private:
  [[nodiscard]] bool reaped() const;
  [[nodiscard]] std::int64_t resident_bytes() const;

  Fd reply_;
  Fd control_;
  Fd pidfd_;
  pid_t pid_ = -1;
  bool announces_ = false;
  bool reported_ = false;  // its set-up: done or failed
  std::atomic<bool> killed_ = false;  // another thread may give the child up while this one waits
  FrameReader reader_{kMaxReportBytes};
  std::optional<ExitReport> report_;
};

// A child that the zygote was asked for. Dropping it gives the child up: the zygote kills it.
class PendingChild {
 public:
  PendingChild(Fd reply, Fd control, bool announces)
      : reply_(std::move(reply)), control_(std::move(control)), announces_(announces) {}
  // Waits until the zygote has forked. Once only. Throws Error if it could not, or died.
  KeptChild wait(std::int64_t deadline_ns, const Interrupt& interrupt);

 private:
  Fd reply_;
  Fd control_;
  bool announces_;
};

struct LaunchSpec {
  std::vector<std::string> argv;         // launcher, its options, "--", interpreter, its arguments
  std::vector<std::string> environment;  // complete: nothing is inherited
  int stderr_fd = -1;
};

// Descriptor numbers the launcher finds its sockets at.
inline constexpr int kLauncherControlFd = 3;
inline constexpr int kLauncherReportFd = 4;

class KeptZygote {
 public:
  static KeptZygote launch(const LaunchSpec& spec);
  // A zygote that the caller has forked itself, serving on the other end of `control` (SOCK_SEQPACKET): for tests,
  // which need neither launcher nor interpreter. There is no report to read.
  static KeptZygote attach(Fd control, pid_t zygote);
  KeptZygote(KeptZygote&&) noexcept = default;
  KeptZygote& operator=(KeptZygote&&) = delete;
  ~KeptZygote();

  // The launcher's report lines (namespaces and mounts), read to its end.
  std::string read_report(std::int64_t deadline_ns, const Interrupt& interrupt);
  // The zygote's greeting after its imports: "ok" or the text of what failed. nullopt if it died.
  std::optional<std::string> read_greeting(std::int64_t deadline_ns, const Interrupt& interrupt);
  // Asks for a child, which is forked while the caller does something else. `stdio` are three descriptors, `cgroups`
  // those of Cgroup::open_joins.
  PendingChild request(const SpawnSpec& spec, const std::vector<int>& stdio, const std::vector<int>& cgroups,
                       std::int64_t deadline_ns, const Interrupt& interrupt);
  // Asks and waits.
  KeptChild spawn(const SpawnSpec& spec, const std::vector<int>& stdio, const std::vector<int>& cgroups,
                  std::int64_t deadline_ns, const Interrupt& interrupt);
  [[nodiscard]] bool alive() const;
  [[nodiscard]] pid_t launcher_pid() const noexcept { return launcher_; }
  // Hangs up, waits for the launcher's end and kills it when it takes too long. Safe while other threads use the
  // zygote (they see it die) and safe to repeat.
  void close(std::int64_t deadline_ns) noexcept;

 private:
  KeptZygote(Fd control, Fd report, Fd pidfd, pid_t launcher);
  Fd control_;
  Fd report_;
  Fd pidfd_;
  pid_t launcher_ = -1;
  std::unique_ptr<std::mutex> closing_ = std::make_unique<std::mutex>();
};

}  // namespace effibench
