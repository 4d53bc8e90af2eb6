// What the binding files share: registration functions and the one way to wait without the interpreter lock.
#pragma once

#include <pybind11/pybind11.h>

namespace effibench::bind {

namespace py = pybind11;

void register_host(py::module_& module);
void register_keeper(py::module_& module);
void register_turns(py::module_& module);
void register_worker(py::module_& module);

// For waits that run without the lock: takes it, and lets a pending signal (Ctrl-C) raise its exception.
inline void raise_pending_signals() {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) {
    throw py::error_already_set();
  }
}

}  // namespace effibench::bind
