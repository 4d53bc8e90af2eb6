// A child's private directory: made empty before it starts, emptied after it died.
#pragma once

#include <cstdint>
#include <string>

namespace effibench {

// Makes `directory` (0700, owned by `uid` when that is not negative) unless it is there. Throws Error.
void make_scratch(const std::string& directory, std::int64_t uid);

// Removes everything below `directory`, without following links and across odd permissions, and restores the
// directory's own mode. What cannot be removed is left: the next child's limits still hold.
void empty_scratch(const std::string& directory) noexcept;

}  // namespace effibench
