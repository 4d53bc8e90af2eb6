// Giving up capabilities. For a root supervisor this matters more than Landlock: a child without them can't
// read the environment, memory maps or memory of a process that has them.
#pragma once

namespace effibench {

// Empties the bounding set as far as allowed. To be done while there is CAP_SETPCAP, so before a change of user.
void drop_bounding_set();

// Empties the effective, permitted, inheritable and ambient sets of the calling thread. Throws Error if any capability
// is left afterwards.
void drop_all_capabilities();

// Effective, permitted or inheritable (ambient ones are a subset of these).
bool has_any_capability();

}  // namespace effibench
