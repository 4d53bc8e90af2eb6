// A child's private directory: made empty before it starts, emptied after it died.
//
// One directory serves the children of a slot one after another, so nothing may be left in it: what one child stored
// would be a memory that a later one could answer from. It can nest folders deeper than any recursion or descriptor
// table would take, so folders are moved up to the top before they are emptied: two levels are enough for any depth.
// The time it takes is a fraction of what making the files took, which the child's limits bounded.
#pragma once

#include <cstdint>
#include <string>

namespace effibench {

// Makes `directory` (0700, owned by `uid` when that is not negative) unless it is there; returns whether it had to.
// Throws Error, also if what is there is no directory of that owner.
bool make_scratch(const std::string& directory, std::int64_t uid);

// Removes everything below `directory`, without following links and across odd permissions, and restores the
// directory's own mode, attributes and times. No process that could write to it may be left.
void empty_scratch(const std::string& directory) noexcept;

}  // namespace effibench
