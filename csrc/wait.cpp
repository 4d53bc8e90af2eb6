#include "wait.hpp"

#include <poll.h>

#include <algorithm>
#include <ctime>

#include "clock.hpp"
#include "error.hpp"

namespace effibench {

void wait_readable(std::array<int, 2> fds, std::int64_t deadline_ns, const std::function<void()>& interrupt) {
  constexpr std::int64_t kSliceNs = 100'000'000;
  for (;;) {
    const std::int64_t left = deadline_ns - now_ns();
    if (left <= 0) {
      return;
    }
    const std::int64_t slice = std::min(left, kSliceNs);
    const timespec timeout{slice / 1'000'000'000, slice % 1'000'000'000};
    std::array<pollfd, 2> entries{pollfd{fds[0], POLLIN, 0}, pollfd{fds[1], POLLIN, 0}};
    const int ready = ::ppoll(entries.data(), entries.size(), &timeout, nullptr);
    if (ready > 0) {
      return;
    }
    if (ready < 0 && errno != EINTR) {
      throw_errno("poll");
    }
    if (ready < 0 || slice < left) {
      interrupt();
    }
  }
}

bool ends_before(int pidfd, std::int64_t deadline_ns) noexcept {
  for (;;) {
    const std::int64_t left_ms = std::clamp<std::int64_t>((deadline_ns - now_ns()) / 1'000'000, 0, 60'000);
    pollfd entry{pidfd, POLLIN, 0};
    const int ready = ::poll(&entry, 1, static_cast<int>(left_ms));
    if (ready > 0 || (ready == 0 && left_ms == 0) || (ready < 0 && errno != EINTR)) {
      return ready > 0;
    }
  }
}

}  // namespace effibench
