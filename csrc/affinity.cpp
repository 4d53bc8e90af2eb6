#include "affinity.hpp"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <set>

#include "error.hpp"
#include "procfs.hpp"

namespace effibench {
namespace {

constexpr int kMaxCpus = 1 << 20;  // only a guard against nonsense; Linux builds stop at 8192

class Mask {
 public:
  explicit Mask(int cpus) : cpus_(cpus), mask_(CPU_ALLOC(static_cast<std::size_t>(cpus))) {
    if (mask_ == nullptr) {
      throw Error("cannot allocate a mask of " + std::to_string(cpus) + " CPUs", ENOMEM);
    }
    CPU_ZERO_S(bytes(), mask_);
  }
  Mask(const Mask&) = delete;
  Mask& operator=(const Mask&) = delete;
  ~Mask() { CPU_FREE(mask_); }

  [[nodiscard]] std::size_t bytes() const { return CPU_ALLOC_SIZE(static_cast<std::size_t>(cpus_)); }
  [[nodiscard]] cpu_set_t* get() const { return mask_; }
  void add(int cpu) { CPU_SET_S(static_cast<std::size_t>(cpu), bytes(), mask_); }
  [[nodiscard]] CpuSet list() const {
    CpuSet cpus;
    for (int cpu = 0; cpu < cpus_; ++cpu) {
      if (CPU_ISSET_S(static_cast<std::size_t>(cpu), bytes(), mask_)) {
        cpus.push_back(cpu);
      }
    }
    return cpus;
  }

 private:
  int cpus_;
  cpu_set_t* mask_;
};

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || value < 0) {
    return std::nullopt;
  }
  return value;
}

std::string_view trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::optional<CpuSet> read_cpu_list(const std::string& path) {
  const std::optional<std::string> text = try_read_file(path);
  return text ? std::optional<CpuSet>(parse_cpu_list(*text)) : std::nullopt;
}

// A CPU's folder holds a link named after its NUMA node ("node1"); kernels without NUMA have none.
int numa_node(const std::string& cpu_folder) {
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(cpu_folder, absent)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("node")) {
      if (const std::optional<int> node = parse_number(std::string_view(name).substr(4))) {
        return *node;
      }
    }
  }
  return 0;
}

}  // namespace

CpuSet allowed_cpus(pid_t pid) {
  // The kernel says EINVAL when its own mask is wider than ours.
  for (int width = 1024; width <= kMaxCpus; width *= 2) {
    const Mask mask(width);
    if (::sched_getaffinity(pid, mask.bytes(), mask.get()) == 0) {
      return mask.list();
    }
    if (errno != EINVAL) {
      break;
    }
  }
  throw_errno("sched_getaffinity of process " + std::to_string(pid));
}

void set_affinity(pid_t pid, const CpuSet& cpus) {
  if (cpus.empty() || *std::min_element(cpus.begin(), cpus.end()) < 0 ||
      *std::max_element(cpus.begin(), cpus.end()) >= kMaxCpus) {
    throw Error("set_affinity: no usable CPUs in '" + format_cpu_list(cpus) + "'", EINVAL);
  }
  Mask mask(*std::max_element(cpus.begin(), cpus.end()) + 1);
  for (const int cpu : cpus) {
    mask.add(cpu);
  }
  if (::sched_setaffinity(pid, mask.bytes(), mask.get()) != 0) {
    throw_errno("pin process " + std::to_string(pid) + " to CPUs " + format_cpu_list(cpus));
  }
}

CpuSet parse_cpu_list(std::string_view text) {
  std::set<int> cpus;
  std::string_view rest = trim(text);
  const auto fail = [text]() { throw Error("not a list of CPUs (like 0-3,8): '" + std::string(text) + "'"); };
  while (!rest.empty()) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t dash = item.find('-');
    const std::optional<int> first = parse_number(item.substr(0, dash));
    const std::optional<int> last = dash == std::string_view::npos ? first : parse_number(item.substr(dash + 1));
    if (!first || !last || *last < *first || *last >= kMaxCpus) {
      fail();
    }
    for (int cpu = *first; cpu <= *last; ++cpu) {
      cpus.insert(cpu);
    }
    if (comma != std::string_view::npos && comma + 1 == rest.size()) {
      fail();
    }
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
  }
  return {cpus.begin(), cpus.end()};
}

std::string format_cpu_list(const CpuSet& cpus) {
  std::string text;
  for (std::size_t at = 0; at < cpus.size();) {
    std::size_t end = at + 1;
    while (end < cpus.size() && cpus[end] == cpus[end - 1] + 1) {
      ++end;
    }
    text.append(text.empty() ? "" : ",").append(std::to_string(cpus[at]));
    if (end - at > 1) {
      text.append("-").append(std::to_string(cpus[end - 1]));
    }
    at = end;
  }
  return text;
}

std::vector<Core> physical_cores(const CpuSet& allowed, const std::string& sys_root) {
  const std::string cpu_root = sys_root + "/devices/system/cpu/";
  const CpuSet isolated = read_cpu_list(cpu_root + "isolated").value_or(CpuSet());
  std::set<int> left(allowed.begin(), allowed.end());
  std::vector<Core> cores;
  while (!left.empty()) {
    const int cpu = *left.begin();
    const std::string folder = cpu_root + "cpu" + std::to_string(cpu);
    std::optional<CpuSet> listed = read_cpu_list(folder + "/topology/core_cpus_list");
    if (!listed) {
      listed = read_cpu_list(folder + "/topology/thread_siblings_list");  // the name before 5.6
    }
    const CpuSet siblings = listed.value_or(CpuSet());
    Core core;
    std::set_intersection(left.begin(), left.end(), siblings.begin(), siblings.end(), std::back_inserter(core.cpus));
    if (core.cpus.empty() || core.cpus.front() != cpu) {
      core.cpus = {cpu};
    }
    for (const int sibling : core.cpus) {
      left.erase(sibling);
    }
    if (const auto text = try_read_file(folder + "/topology/physical_package_id")) {
      core.package = parse_number(trim(*text)).value_or(0);
    }
    core.node = numa_node(folder);
    core.isolated = std::includes(isolated.begin(), isolated.end(), core.cpus.begin(), core.cpus.end());
    cores.push_back(std::move(core));
  }
  return cores;
}

}  // namespace effibench
