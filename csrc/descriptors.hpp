// Closing what a new process must not have inherited.
#pragma once

#include <vector>

namespace effibench {

// Closes everything but 0, 1, 2 and these. Works without close_range(2) too (Linux before 5.9, old container filters,
// old C libraries at build time). For single-threaded processes. Throws Error.
void close_others(std::vector<int> keep);

}  // namespace effibench
