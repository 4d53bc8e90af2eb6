#include "turns.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "clock.hpp"
#include "error.hpp"

namespace effibench {
namespace {

// The child may have ended; then the event says so, and there is no CPU time to take.
std::int64_t cpu_of(const KeptChild& child) {
  try {
    return child.cpu_ns();
  } catch (const Error& error) {
    if (error.code() == ESRCH) {
      return -1;
    }
    throw;
  }
}

// The lengths at the end of an answer; nullopt if no honest player sends them.
std::optional<std::vector<std::int64_t>> lengths_in(std::string_view payload, const AnswerLayout& layout) {
  if (payload.size() < layout.record_bytes || (payload.size() - layout.record_bytes) % sizeof(std::int64_t) != 0) {
    return std::nullopt;
  }
  std::vector<std::int64_t> lengths((payload.size() - layout.record_bytes) / sizeof(std::int64_t));
  if (lengths.empty()) {
    return lengths;  // there is no memory to copy to
  }
  std::memcpy(lengths.data(), payload.data() + layout.record_bytes, lengths.size() * sizeof(std::int64_t));
  std::int64_t total = 0;
  for (const std::int64_t length : lengths) {
    if (length <= 0 || length > layout.max_result_bytes - total) {
      return std::nullopt;
    }
    total += length;
  }
  return lengths;
}

// False if the file is shorter than promised.
bool read_at(int fd, std::int64_t offset, std::string& into) {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t count =
        ::pread(fd, into.data() + done, into.size() - done, offset + static_cast<std::int64_t>(done));
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (check(count, "read the results of a turn") == 0) {
      return false;
    }
    done += static_cast<std::size_t>(count);
  }
  return true;
}

TurnOutcome play(Player& player, const Turn& turn, const std::vector<std::string>& accepted,
                 const AnswerLayout& layout, const Interrupt& interrupt) {
  TurnOutcome outcome;
  const std::int64_t cpu_before = cpu_of(player.child());
  if (player.cpu_after_last_turn_ns >= 0 && cpu_before >= 0) {
    outcome.between_cpu_ns = cpu_before - player.cpu_after_last_turn_ns;
  }
  const std::int64_t delay_before = player.run_delay_ns();
  outcome.sent_ns = now_ns();
  if (!player.child().silent()) {  // an answer from before the question
    outcome.event = {EventKind::malformed, 0, "", outcome.sent_ns};
    return outcome;
  }
  const std::int64_t deadline_ns = outcome.sent_ns + turn.timeout_ns;
  // A player that is gone does not take the token; what became of it is the event.
  (void)player.child().send(turn.kind, turn.token, turn.fd, deadline_ns);
  outcome.event = player.child().receive(deadline_ns, player.max_rss_bytes(), interrupt);
  const std::int64_t cpu_after = cpu_of(player.child());
  const std::int64_t delay_after = player.run_delay_ns();
  outcome.cpu_ns = cpu_before < 0 || cpu_after < 0 ? -1 : cpu_after - cpu_before;
  outcome.run_delay_ns = delay_before < 0 || delay_after < 0 ? -1 : delay_after - delay_before;
  player.cpu_after_last_turn_ns = cpu_after;
  if (outcome.event.kind == EventKind::frame && outcome.event.frame_kind == layout.kind &&
      !compare_results(player, outcome.event.payload, accepted, layout, outcome.unknown)) {
    outcome.event.kind = EventKind::malformed;
  }
  return outcome;
}

// Asks for priority for the calling thread while it hands out tokens: behind other people's processes it would leave
// the lane idle between turns, and a lane that idles cools down. Where it is not granted nothing changes.
class Urgent {
 public:
  Urgent() {
    errno = 0;
    before_ = ::getpriority(PRIO_PROCESS, thread_);
    raised_ = (before_ != -1 || errno == 0) && ::setpriority(PRIO_PROCESS, thread_, kUrgent) == 0;
  }
  Urgent(const Urgent&) = delete;
  Urgent& operator=(const Urgent&) = delete;
  ~Urgent() {
    if (raised_) {
      (void)::setpriority(PRIO_PROCESS, thread_, before_);  // giving up priority is never refused
    }
  }

 private:
  static constexpr int kUrgent = -20;
  const id_t thread_ = static_cast<id_t>(::syscall(SYS_gettid));
  int before_ = 0;
  bool raised_ = false;
};

}  // namespace

bool compare_results(const Player& player, std::string_view payload, const std::vector<std::string>& accepted,
                     const AnswerLayout& layout, std::vector<std::string>& unknown) {
  const std::optional<std::vector<std::int64_t>> lengths = lengths_in(payload, layout);
  if (!lengths) {
    return false;
  }
  std::int64_t offset = 0;
  std::string result;
  for (const std::int64_t length : *lengths) {
    result.resize(static_cast<std::size_t>(length));
    if (!read_at(player.results_fd(), offset, result)) {
      return false;
    }
    offset += length;
    const auto same = [&result](const std::string& known) { return known == result; };
    if (std::none_of(accepted.begin(), accepted.end(), same) && std::none_of(unknown.begin(), unknown.end(), same)) {
      unknown.push_back(result);
    }
  }
  return true;
}

Player::Player(KeptChild& child, int results_fd, std::int64_t max_rss_bytes)
    : child_(&child), results_fd_(results_fd), max_rss_bytes_(max_rss_bytes) {
  // Absent where the kernel keeps no scheduler statistics.
  schedstat_ = Fd(::open(("/proc/" + std::to_string(child.pid()) + "/schedstat").c_str(), O_RDONLY | O_CLOEXEC));
}

std::int64_t Player::run_delay_ns() const {
  std::array<char, 128> text{};
  const ssize_t size = schedstat_ ? ::pread(schedstat_.get(), text.data(), text.size(), 0) : -1;
  if (size <= 0) {
    return -1;  // it has ended, or there are none
  }
  const char* const begin = text.data();
  const char* const end = begin + size;
  const char* const space = std::find(begin, end, ' ');  // "CPU time, run delay, time slices"
  std::int64_t delay = -1;
  if (space == end || std::from_chars(space + 1, end, delay).ec != std::errc()) {
    return -1;
  }
  return delay;
}

std::vector<TurnOutcome> take_turns(const std::vector<Player*>& players, const std::vector<Turn>& turns,
                                    const std::vector<std::vector<std::string>>& accepted, const AnswerLayout& layout,
                                    const Interrupt& interrupt) {
  const Urgent urgent;
  std::vector<TurnOutcome> outcomes;
  outcomes.reserve(turns.size());
  for (const Turn& turn : turns) {
    outcomes.push_back(play(*players.at(turn.player), turn, accepted.at(turn.accepted), layout, interrupt));
    const TurnOutcome& last = outcomes.back();
    if (last.event.kind != EventKind::frame || last.event.frame_kind != layout.kind) {
      break;
    }
  }
  return outcomes;
}

}  // namespace effibench
