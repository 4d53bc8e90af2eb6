// Waiting with a deadline, in the one way that Ctrl-C can end.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

namespace effibench {

// Returns when one of the two descriptors (-1 = none) is readable or hung up, or when the deadline (now_ns clock)
// passes. `interrupt` runs at least every 100 ms and after each EINTR; what it throws is passed on.
void wait_readable(std::array<int, 2> fds, std::int64_t deadline_ns, const std::function<void()>& interrupt);

// Whether a process ends before the deadline. For destructors: nothing interrupts it.
bool ends_before(int pidfd, std::int64_t deadline_ns) noexcept;

}  // namespace effibench
