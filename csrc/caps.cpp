#include "caps.hpp"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "error.hpp"

namespace effibench {
namespace {

using CapabilityData = std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3>;

}  // namespace

void drop_bounding_set() {
  // Dropping from it needs CAP_SETPCAP. Without that (EPERM) the bounding set stays, which is harmless together with
  // no_new_privs; EINVAL is the end of this kernel's capabilities.
  for (unsigned long capability = 0; ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno != EPERM && errno != EINVAL) {
      throw_errno("prctl(PR_CAPBSET_DROP)");
    }
  }
}

void drop_all_capabilities() {
  if (::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL) {
    throw_errno("prctl(PR_CAP_AMBIENT_CLEAR_ALL)");
  }
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  const CapabilityData nothing{};
  check(::syscall(SYS_capset, &header, nothing.data()), "capset");
  if (has_any_capability()) {
    throw Error("capset succeeded but capabilities are left");
  }
}

bool has_any_capability() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  CapabilityData data{};
  check(::syscall(SYS_capget, &header, data.data()), "capget");
  return std::any_of(data.begin(), data.end(), [](const __user_cap_data_struct& part) {
    return (part.effective | part.permitted | part.inheritable) != 0;
  });
}

}  // namespace effibench
