// Facts about the machine, lanes and cgroups.
#include <pybind11/stl.h>

#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "affinity.hpp"
#include "bind.hpp"
#include "cgroup.hpp"
#include "clock.hpp"
#include "counters.hpp"
#include "jitter.hpp"
#include "landlock.hpp"
#include "lanes.hpp"
#include "procfs.hpp"
#include "spawn.hpp"
#include "wire.hpp"

namespace effibench::bind {
namespace {

// A lease that Python ends explicitly; its destructor is the safety net.
struct Lease {
  std::optional<LaneLease> lease;
};

// The cgroup of one host process, with one group per slot that is made on first use and then reused.
class SlotGroups {
 public:
  explicit SlotGroups(Cgroup root) : root_(std::move(root)) {}

  // Descriptors through which a child joins; they stay open and stay ours.
  std::vector<int> join_files(int slot, std::int64_t memory_bytes, std::int64_t processes) {
    const std::lock_guard guard(mutex_);
    auto found = slots_.find(slot);
    if (found == slots_.end()) {
      Cgroup group = root_.value().slot(slot);
      std::vector<Fd> files = group.open_joins();
      found = slots_.emplace(slot, Slot{std::move(group), std::move(files)}).first;
    }
    if (found->second.memory_bytes != memory_bytes || found->second.processes != processes) {
      found->second.group.set_limits(memory_bytes, processes);
      found->second.memory_bytes = memory_bytes;
      found->second.processes = processes;
    }
    std::vector<int> descriptors;
    for (const Fd& fd : found->second.files) {
      descriptors.push_back(fd.get());
    }
    return descriptors;
  }
  // Whether the kernel killed for memory in this slot since this was asked last.
  bool newly_out_of_memory(int slot) {
    const std::lock_guard guard(mutex_);
    const auto found = slots_.find(slot);
    if (found == slots_.end()) {
      return false;
    }
    const std::int64_t kills = found->second.group.oom_kills();
    return std::exchange(found->second.oom_kills, kills) < kills;
  }
  bool reset_peak(int slot) {
    const std::lock_guard guard(mutex_);
    return slots_.at(slot).group.reset_peak();
  }
  std::optional<std::int64_t> peak_bytes(int slot) {
    const std::lock_guard guard(mutex_);
    return slots_.at(slot).group.peak_bytes();
  }
  std::vector<std::string> paths() const { return {root_.value().paths().memory_path, root_.value().paths().pids_path}; }
  void close() {
    const std::lock_guard guard(mutex_);
    slots_.clear();
    root_.reset();
  }

 private:
  struct Slot {
    Cgroup group;
    std::vector<Fd> files;
    std::int64_t memory_bytes = -1;
    std::int64_t processes = -1;
    std::int64_t oom_kills = 0;
  };
  std::mutex mutex_;
  std::optional<Cgroup> root_;  // empty after close()
  std::map<int, Slot> slots_;
};

py::tuple create_cgroup(const std::string& label) {
  std::optional<CgroupProbe> found;
  {
    const py::gil_scoped_release release;  // what a dead host left behind may take a while to go
    found = find_writable_cgroup();
    if (found->base) {
      sweep_stale(*found->base);
    }
  }
  const CgroupProbe& probe = *found;
  if (!probe.base) {
    return py::make_tuple(py::none(), probe.reason);
  }
  return py::make_tuple(std::make_unique<SlotGroups>(Cgroup(*probe.base, cgroup_name(label))), probe.reason);
}

// The probe child's frame: (step, state, reason) of the whole table.
std::vector<std::tuple<py::str, py::str, py::str>> decode_outcomes(const py::bytes& payload) {
  WireReader reader{std::string_view(payload)};
  std::vector<std::tuple<py::str, py::str, py::str>> outcomes;
  for (auto left = reader.integer(); left > 0; --left) {
    const std::string name = reader.text();
    const std::string state = reader.text();
    outcomes.emplace_back(text_of(name), text_of(state), text_of(reader.text()));
  }
  reader.expect_end();
  return outcomes;
}

// The frame of a child whose set-up failed, for people.
py::str decode_setup_failure(const py::bytes& payload) {
  WireReader reader{std::string_view(payload)};
  const std::string step = reader.text();
  (void)reader.integer();
  return text_of("step " + step + ": " + reader.text());
}

py::dict read_counters() {
  std::string reason;
  const Counters counters = Counters::open(0, &reason);
  py::dict report;
  report["available"] = counters.available();
  report["reason"] = reason;
  return report;
}

// Spins without the interpreter lock. As a dict, because it is read once, by the doctor.
py::dict read_jitter(double seconds) {
  if (!std::isfinite(seconds) || std::abs(seconds) > 1e6) {  // what an integer of ns can't hold; the rest is checked below
    throw py::value_error("measure_jitter: seconds = " + std::to_string(seconds));
  }
  Jitter jitter;
  {
    const py::gil_scoped_release release;
    jitter = measure_jitter(static_cast<std::int64_t>(seconds * 1e9));
  }
  py::dict report;
  report["bounds_ns"] = py::cast(std::vector<std::int64_t>(kGapBoundsNs.begin(), kGapBoundsNs.end()));
  report["counts"] = py::cast(std::vector<std::int64_t>(jitter.counts.begin(), jitter.counts.end()));
  report["wall_ns"] = jitter.wall_ns;
  report["stolen_ns"] = jitter.stolen_ns;
  report["max_gap_ns"] = jitter.max_gap_ns;
  report["involuntary_switches"] = jitter.involuntary_switches;
  return report;
}

}  // namespace

void register_host(py::module_& module) {
  module.def("now_ns", &now_ns);
  module.def("calibrate_clock", [](int windows) {
    const ClockCost cost = calibrate_clock(windows);
    return py::make_tuple(cost.min_ns, cost.p50_ns, cost.p99_ns);
  }, py::arg("windows") = 10'000);
  module.def("measure_jitter", read_jitter, py::arg("seconds"));
  module.def("process_start_time", [](int pid) { return process_start_time(pid); }, py::arg("pid"));
  module.def("landlock_abi", &landlock_abi);
  module.def("probe_counters", read_counters);
  module.def("decode_outcomes", decode_outcomes, py::arg("payload"));
  module.def("decode_setup_failure", decode_setup_failure, py::arg("payload"));

  py::class_<Core>(module, "Core")
      .def_readonly("package", &Core::package)
      .def_readonly("node", &Core::node)
      .def_readonly("cpus", &Core::cpus)
      .def_readonly("isolated", &Core::isolated);
  module.def("allowed_cpus", []() { return allowed_cpus(); });
  module.def("parse_cpu_list", &parse_cpu_list, py::arg("text"));
  module.def("format_cpu_list", &format_cpu_list, py::arg("cpus"));
  module.def("physical_cores", &physical_cores, py::arg("allowed"), py::arg("sys_root") = "/sys");

  py::class_<Lease>(module, "LaneLease")
      .def_property_readonly("cpus", [](const Lease& lease) { return lease.lease ? lease.lease->cpus() : CpuSet{}; })
      .def("release", [](Lease& lease) { lease.lease.reset(); });
  py::class_<LaneTable>(module, "LaneTable")
      .def(py::init<std::string, std::vector<Core>>(), py::arg("directory"), py::arg("cores"))
      .def(
          "try_acquire",
          [](LaneTable& table, int width, bool exclusive) -> std::optional<Lease> {
            std::optional<LaneLease> lease = table.try_acquire(width, exclusive);
            if (!lease) {
              return std::nullopt;
            }
            return Lease{std::move(lease)};
          },
          py::arg("width"), py::arg("exclusive"))
      .def("holders", &LaneTable::holders);

  py::class_<SlotGroups>(module, "Cgroup")
      .def("join_files", &SlotGroups::join_files, py::arg("slot"), py::arg("memory_bytes"), py::arg("processes") = 512)
      .def("newly_out_of_memory", &SlotGroups::newly_out_of_memory, py::arg("slot"))
      .def("reset_peak", &SlotGroups::reset_peak, py::arg("slot"))
      .def("peak_bytes", &SlotGroups::peak_bytes, py::arg("slot"))
      .def("paths", &SlotGroups::paths)
      .def("close", [](SlotGroups& groups) {
        const py::gil_scoped_release release;
        groups.close();
      });
  module.def("create_cgroup", create_cgroup, py::arg("label"));
}

}  // namespace effibench::bind
