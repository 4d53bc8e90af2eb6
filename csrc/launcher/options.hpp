// The launcher's command line.
#pragma once

#include <string>
#include <vector>

#include "mounts.hpp"

namespace effibench {

struct Options {
  int control = -1;                       // passed on to the program, untouched
  int report = -1;                        // where the findings go
  int namespaces = 0;                     // CLONE_NEW* flags
  MountPlan mounts;                       // of the mount namespace
  int nice = 0;                           // below 0: priority to ask for, for all that runs inside
  std::vector<std::string> cgroup_cleanup;  // folders to remove in the end
  std::vector<char*> program;             // with its arguments and the null that ends them
};

// Throws Error naming the flag.
Options parse_options(int argc, char** argv);

}  // namespace effibench
