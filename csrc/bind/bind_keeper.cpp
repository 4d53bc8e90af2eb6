// The host's side of the process tree: zygotes, children, events. Every wait runs without the interpreter lock.
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "affinity.hpp"
#include "bind.hpp"
#include "clock.hpp"
#include "keeper.hpp"

namespace effibench::bind {
namespace {

std::int64_t deadline(double timeout_s) {
  if (std::isnan(timeout_s)) {
    throw py::value_error("timeout_s is not a number");
  }
  constexpr double kForEver = 1e9;  // 30 years; what is longer, or infinite, would overflow the clock
  return now_ns() + static_cast<std::int64_t>(std::clamp(timeout_s, -kForEver, kForEver) * 1e9);
}

SpawnSpec spec_from(const py::dict& fields) {
  SpawnSpec spec;
  for (const auto& [key, value] : fields) {
    const auto name = key.cast<std::string>();
    if (name == "role") spec.role = value.cast<std::string>();
    else if (name == "cpus") spec.cpus = value.cast<std::vector<int>>();
    else if (name == "nice") spec.nice = value.cast<int>();
    else if (name == "cpu_seconds") spec.limits.cpu_seconds = value.cast<std::int64_t>();
    else if (name == "memory_bytes") spec.limits.memory_bytes = value.cast<std::int64_t>();
    else if (name == "file_bytes") spec.limits.file_bytes = value.cast<std::int64_t>();
    else if (name == "open_files") spec.limits.open_files = value.cast<std::int64_t>();
    else if (name == "stack_bytes") spec.limits.stack_bytes = value.cast<std::int64_t>();
    else if (name == "address_slack_bytes") spec.limits.address_slack_bytes = value.cast<std::int64_t>();
    else if (name == "uid") spec.uid = value.cast<std::int64_t>();
    else if (name == "scratch") spec.scratch = value.cast<std::string>();
    else if (name == "landlock_abi") spec.landlock_abi = value.cast<int>();
    else if (name == "read_only") spec.read_only = value.cast<std::vector<std::string>>();
    else if (name == "read_write") spec.read_write = value.cast<std::vector<std::string>>();
    else if (name == "hidden") spec.hidden = value.cast<std::vector<std::string>>();
    else if (name == "seccomp") spec.seccomp = value.cast<bool>();
    else if (name == "allow_subprocess") spec.allow_subprocess = value.cast<bool>();
    else if (name == "allow_memfd") spec.allow_memfd = value.cast<bool>();
    else if (name == "allow_metadata") spec.allow_metadata = value.cast<bool>();
    else if (name == "allow_truncation") spec.allow_truncation = value.cast<bool>();
    else if (name == "signal_others") spec.signal_others = value.cast<bool>();
    else if (name == "tolerate") spec.tolerate = value.cast<bool>();
    else if (name == "argv") spec.argv = value.cast<std::vector<std::string>>();
    else if (name == "environment") spec.environment = value.cast<std::vector<std::string>>();
    else throw py::key_error("unknown field of a spawn specification: " + name);
  }
  return spec;
}

const char* kind_name(EventKind kind) {
  switch (kind) {
    case EventKind::frame: return "frame";
    case EventKind::exited: return "exited";
    case EventKind::deadline: return "deadline";
    case EventKind::memory: return "memory";
    case EventKind::malformed: return "malformed";
  }
  return "malformed";
}

void register_child(py::module_& module) {
  py::class_<Event>(module, "Event")
      .def_property_readonly("kind", [](const Event& event) { return kind_name(event.kind); })
      .def_readonly("frame_kind", &Event::frame_kind)
      .def_property_readonly("payload", [](const Event& event) { return py::bytes(event.payload); })
      .def_readonly("stamp_ns", &Event::stamp_ns);

  py::class_<ExitReport>(module, "ExitReport")
      .def_readonly("status", &ExitReport::status)
      .def_readonly("user_ns", &ExitReport::user_ns)
      .def_readonly("system_ns", &ExitReport::system_ns)
      .def_readonly("max_rss_bytes", &ExitReport::max_rss_bytes)
      .def_readonly("minor_faults", &ExitReport::minor_faults)
      .def_readonly("major_faults", &ExitReport::major_faults)
      .def_readonly("voluntary_switches", &ExitReport::voluntary_switches)
      .def_readonly("involuntary_switches", &ExitReport::involuntary_switches);

  py::class_<MemoryStatus>(module, "MemoryStatus")
      .def_readonly("size_bytes", &MemoryStatus::size_bytes)
      .def_readonly("data_bytes", &MemoryStatus::data_bytes)
      .def_readonly("rss_bytes", &MemoryStatus::rss_bytes)
      .def_readonly("hwm_bytes", &MemoryStatus::hwm_bytes)
      .def_readonly("peak_bytes", &MemoryStatus::peak_bytes)
      .def_readonly("threads", &MemoryStatus::threads);

  py::class_<KeptChild>(module, "Child")
      .def_property_readonly("pid", &KeptChild::pid)
      .def("silent", &KeptChild::silent, "Whether it has said nothing that was not received yet.")
      .def(
          "send",
          [](KeptChild& child, std::uint32_t kind, const py::bytes& payload, int fd, double timeout_s) {
            const std::string_view view = payload;
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            return child.send(kind, view, fd, until);
          },
          py::arg("kind"), py::arg("payload"), py::arg("fd") = -1, py::arg("timeout_s") = 10.0)
      .def(
          "receive",
          [](KeptChild& child, double timeout_s, std::int64_t max_rss_bytes) {
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            return child.receive(until, max_rss_bytes, raise_pending_signals);
          },
          py::arg("timeout_s"), py::arg("max_rss_bytes") = 0)
      .def("kill", &KeptChild::kill)
      .def(
          "finish",
          [](KeptChild& child, double timeout_s) {
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            return child.finish(until, raise_pending_signals);
          },
          py::arg("timeout_s") = 10.0)
      .def("cpu_ns", &KeptChild::cpu_ns)
      .def("set_affinity", [](const KeptChild& child, const CpuSet& cpus) { set_affinity(child.pid(), cpus); },
           py::arg("cpus"))
      .def("rss_bytes", [](const KeptChild& child) { return rss_bytes(child.pid()); })
      .def("memory", &KeptChild::memory);
}

}  // namespace

void register_keeper(py::module_& module) {
  register_child(module);
  py::class_<PendingChild>(module, "PendingChild")
      .def(
          "wait",
          [](PendingChild& pending, double timeout_s) {
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            return pending.wait(until, raise_pending_signals);
          },
          py::arg("timeout_s") = 30.0);
  py::class_<KeptZygote>(module, "Zygote")
      .def_static(
          "launch",
          [](std::vector<std::string> argv, std::vector<std::string> environment, int stderr_fd) {
            const py::gil_scoped_release release;
            return KeptZygote::launch({std::move(argv), std::move(environment), stderr_fd});
          },
          py::arg("argv"), py::arg("environment"), py::arg("stderr_fd") = -1)
      .def(
          "read_report",
          [](KeptZygote& zygote, double timeout_s) {
            const std::int64_t until = deadline(timeout_s);
            std::string report;
            {
              const py::gil_scoped_release release;
              report = zygote.read_report(until, raise_pending_signals);
            }
            return text_of(report);
          },
          py::arg("timeout_s"))
      .def(
          "read_greeting",
          [](KeptZygote& zygote, double timeout_s) -> std::optional<py::str> {
            const std::int64_t until = deadline(timeout_s);
            std::optional<std::string> greeting;
            {
              const py::gil_scoped_release release;
              greeting = zygote.read_greeting(until, raise_pending_signals);
            }
            return greeting ? std::optional(text_of(*greeting)) : std::nullopt;
          },
          py::arg("timeout_s"))
      .def(
          "request",
          [](KeptZygote& zygote, const py::dict& fields, const std::vector<int>& stdio, const std::vector<int>& cgroups,
             double timeout_s) {
            const SpawnSpec spec = spec_from(fields);
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            return zygote.request(spec, stdio, cgroups, until, raise_pending_signals);
          },
          py::arg("spec"), py::arg("stdio"), py::arg("cgroups"), py::arg("timeout_s") = 30.0)
      .def("alive", &KeptZygote::alive)
      .def_property_readonly("launcher_pid", &KeptZygote::launcher_pid)
      .def(
          "close",
          [](KeptZygote& zygote, double timeout_s) {
            const std::int64_t until = deadline(timeout_s);
            const py::gil_scoped_release release;
            zygote.close(until);
          },
          py::arg("timeout_s") = 5.0);
}

}  // namespace effibench::bind
