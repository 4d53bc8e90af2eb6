#include "caps.hpp"

#include <fcntl.h>
#include <sys/prctl.h>

#include "check.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

TEST(nothing_is_left) {
  CHECK(in_child([] {
          drop_all_capabilities();
          if (has_any_capability()) {
            return 1;
          }
          drop_all_capabilities();  // again, now without CAP_SETPCAP
          return has_any_capability() ? 2 : 0;
        }) == 0);
}

TEST(as_an_ordinary_user) {
  if (!ordinary_user_possible()) {
    return;
  }
  CHECK(in_child([] {
          if (!become_ordinary_user()) {
            return 1;
          }
          drop_all_capabilities();
          return has_any_capability() ? 2 : 0;
        }) == 0);
}

TEST(root_loses_its_powers) {
  if (::getuid() != 0 || !has_any_capability()) {
    std::fprintf(stderr, "       (not root: nothing to lose)\n");
    return;
  }
  CHECK(in_child([] {
          drop_bounding_set();
          drop_all_capabilities();
          const bool bounded = ::prctl(PR_CAPBSET_READ, 0, 0, 0, 0) == 0 && ::prctl(PR_CAPBSET_READ, 21, 0, 0, 0) == 0;
          const std::string environment = "/proc/" + std::to_string(::getppid()) + "/environ";
          const int fd = ::open(environment.c_str(), O_RDONLY);
          return bounded && fd < 0 && ::setresuid(1, 1, 1) < 0 ? 0 : 1;
        }) == 0);
}

TEST_MAIN
