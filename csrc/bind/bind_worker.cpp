// What runs inside the zygote and its children: the fork loop, the control channel, the timed call.
#include <pybind11/stl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "bind.hpp"
#include "canary.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "frame.hpp"
#include "gpu_sync.hpp"
#include "sampler.hpp"
#include "zygote.hpp"

namespace effibench::bind {
namespace {

// The operation the sampler times: one vectorcall, and the materialisation of a lazy result where the task allows it.
struct Call {
  PyObject* callable;
  PyObject* const* arguments;  // with the slot before the first free to use
  std::size_t count;
  PyObject* materialise;       // null = results are taken as they are
  bool wait_for_gpu;           // the driver may be loaded by the timed call itself: looked for in every window
  PyObject* result = nullptr;  // owned; null when an exception is set
};

bool host_has_gpu() {
  static const bool present = ::access("/dev/nvidiactl", F_OK) == 0;
  return present;
}

void run_call(void* context) {
  auto* call = static_cast<Call*>(context);
  call->result = PyObject_Vectorcall(call->callable, call->arguments, call->count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  if (call->result != nullptr && call->materialise != nullptr) {
    PyObject* concrete = PyObject_CallOneArg(call->materialise, call->result);
    Py_DECREF(call->result);
    call->result = concrete;
  }
  if (call->wait_for_gpu) {
    try {
      GpuSync::probe().synchronise();
    } catch (const Error& error) {  // a kernel that failed after it was launched: the call's failure, not the host's
      Py_CLEAR(call->result);
      if (PyErr_Occurred() == nullptr) {
        PyErr_SetString(PyExc_RuntimeError, error.what());
      }
    }
  }
}

// Calls of one window, back to back. All results are kept until the window has closed, so that freeing them is outside.
struct Batch {
  std::vector<Call> calls;
  std::size_t done = 0;
};

void run_batch(void* context) {
  auto* batch = static_cast<Batch*>(context);
  for (Call& call : batch->calls) {
    run_call(&call);
    if (call.result == nullptr) {
      return;
    }
    ++batch->done;
  }
}

std::int64_t clock_cost_ns() {
  static const std::int64_t cost = calibrate_clock(2000).min_ns;
  return cost;
}

py::object with_traceback(const py::error_already_set& raised) {
  if (raised.trace()) {  // up to Python 3.11 the traceback travels beside the exception, not in it
    (void)PyException_SetTraceback(raised.value().ptr(), raised.trace().ptr());
  }
  return raised.value();
}

// Returns (result or None, exception or None, sample as bytes).
py::tuple timed_call(const py::object& callable, const py::tuple& arguments, const py::object& materialise) {
  std::vector<PyObject*> slots(arguments.size() + 1, nullptr);
  for (std::size_t index = 0; index < arguments.size(); ++index) {
    slots[index + 1] = PyTuple_GET_ITEM(arguments.ptr(), static_cast<Py_ssize_t>(index));
  }
  Call call{callable.ptr(), slots.data() + 1, arguments.size(), materialise.is_none() ? nullptr : materialise.ptr(),
            host_has_gpu()};
  const Sample sample = take_sample({run_call, &call}, clock_cost_ns());
  const py::bytes record(reinterpret_cast<const char*>(&sample), sizeof sample);
  if (call.result == nullptr) {
    const py::error_already_set raised;
    return py::make_tuple(py::none(), with_traceback(raised), record);
  }
  return py::make_tuple(py::reinterpret_steal<py::object>(call.result), py::none(), record);
}

// One window around all `calls`, a list of (callable, arguments). Returns (list of results or None, exception or None,
// sample as bytes); the sample is that of the whole window.
py::tuple timed_batch(const py::list& calls, const py::object& materialise) {
  std::vector<std::vector<PyObject*>> slots;
  Batch batch;
  slots.reserve(calls.size());
  for (const auto& item : calls) {
    const auto call = py::reinterpret_borrow<py::tuple>(item);
    const auto arguments = py::reinterpret_borrow<py::tuple>(call[1]);
    std::vector<PyObject*>& places = slots.emplace_back(arguments.size() + 1, nullptr);
    for (std::size_t index = 0; index < arguments.size(); ++index) {
      places[index + 1] = PyTuple_GET_ITEM(arguments.ptr(), static_cast<Py_ssize_t>(index));
    }
    batch.calls.push_back({py::object(call[0]).ptr(), places.data() + 1, arguments.size(),
                           materialise.is_none() ? nullptr : materialise.ptr(), host_has_gpu()});
  }
  const Sample sample = take_sample({run_batch, &batch}, clock_cost_ns());
  const py::bytes record(reinterpret_cast<const char*>(&sample), sizeof sample);
  std::vector<py::object> results;
  for (std::size_t index = 0; index < batch.done; ++index) {
    results.push_back(py::reinterpret_steal<py::object>(batch.calls[index].result));
  }
  if (batch.done < batch.calls.size()) {
    const py::error_already_set raised;
    return py::make_tuple(py::none(), with_traceback(raised), record);
  }
  return py::make_tuple(py::cast(results), py::none(), record);
}

// Raw lengths in ns of `count` windows around the same call, back to back, without the kernel's counters between them.
std::vector<std::int64_t> time_windows(const py::object& callable, std::size_t count) {
  PyObject* slot = nullptr;
  std::vector<std::int64_t> lengths(count);
  for (std::int64_t& length : lengths) {
    const std::int64_t begin = now_ns();
    PyObject* result = PyObject_Vectorcall(callable.ptr(), &slot + 1, PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    length = now_ns() - begin;
    if (result == nullptr) {
      throw py::error_already_set();
    }
    Py_DECREF(result);
  }
  return lengths;
}

// Runs a whole program (a code object) in fresh globals and flushes its output, all inside the caller's window.
void run_program(const py::object& code, const py::dict& globals, const py::object& flush) {
  PyObject* result = PyEval_EvalCode(code.ptr(), globals.ptr(), globals.ptr());
  if (result == nullptr) {
    // sys.exit() without an error is how many programs end.
    if (PyErr_ExceptionMatches(PyExc_SystemExit) == 0) {
      throw py::error_already_set();
    }
    const py::error_already_set exit;
    const py::object status = exit.value().attr("code");
    // As the interpreter has it: None and 0 (False is one) are success, anything else is not.
    if (!status.is_none() && !(PyLong_Check(status.ptr()) && PyObject_IsTrue(status.ptr()) == 0)) {
      throw exit;
    }
  } else {
    Py_DECREF(result);
  }
  flush();
}

std::optional<py::dict> serve(int control) {
  const ForkHooks hooks{PyOS_BeforeFork, PyOS_AfterFork_Parent, PyOS_AfterFork_Child};
  const std::optional<SpawnSpec> spec = serve_zygote(control, hooks);
  if (!spec) {
    return std::nullopt;
  }
  py::dict fields;
  fields["role"] = spec->role;
  fields["scratch"] = spec->scratch;
  return fields;
}

void greet(int control, const std::string& text) {
  if (::send(control, text.data(), std::min<std::size_t>(text.size(), 60'000), MSG_NOSIGNAL) < 0) {
    throw_errno("greet the host");
  }
}

}  // namespace

void register_worker(py::module_& module) {
  static_assert(sizeof(Sample) == 11 * sizeof(std::int64_t));
  module.attr("SAMPLE_FIELDS") = py::make_tuple(
      "wall_ns", "raw_wall_ns", "thread_cpu_ns", "process_cpu_ns", "minor_faults", "major_faults",
      "voluntary_switches", "involuntary_switches", "cpu_before", "cpu_after", "gc_collections");
  module.attr("FRAME_SETUP_FAILED") = kFrameSetupFailed;
  module.attr("FRAME_SETUP_DONE") = kFrameSetupDone;
  module.def("serve_zygote", serve, py::arg("control"),
             "Serves forks until the host hangs up (None), or returns the role in a forked child.");
  module.def("greet", greet, py::arg("control"), py::arg("text"));
  module.def(
      "send_frame",
      [](std::uint32_t kind, const py::bytes& payload) {
        const std::string_view view = payload;
        const py::gil_scoped_release release;
        return send_frame(kChildControlFd, kind, view, -1, -1);
      },
      py::arg("kind"), py::arg("payload"));
  module.def("receive_frame", []() -> std::optional<py::tuple> {
    std::optional<Received> received;
    {
      const py::gil_scoped_release release;
      received = receive_frame(kChildControlFd);
    }
    if (!received) {
      return std::nullopt;
    }
    return py::make_tuple(received->frame.kind, py::bytes(received->frame.payload), received->fd.release());
  });
  module.def("timed_call", timed_call, py::arg("callable"), py::arg("arguments"), py::arg("materialise") = py::none());
  module.def("timed_batch", timed_batch, py::arg("calls"), py::arg("materialise") = py::none());
  py::class_<Canary>(module, "Canary")
      .def(py::init<>())
      .def("integer_ns", &Canary::integer_ns)
      .def("walk_ns", &Canary::walk_ns);
  module.def("time_windows", time_windows, py::arg("callable"), py::arg("count"));
  module.def("run_program", run_program, py::arg("code"), py::arg("globals"), py::arg("flush"));
}

}  // namespace effibench::bind
