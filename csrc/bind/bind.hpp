// What the binding files share: registration functions and the one way to wait without the interpreter lock.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace effibench::bind {

namespace py = pybind11;

void register_host(py::module_& module);
void register_keeper(py::module_& module);
void register_turns(py::module_& module);
void register_worker(py::module_& module);

// Words of another process, for people: whatever bytes they are.
inline py::str text_of(const std::string& bytes) {
  return py::reinterpret_steal<py::str>(
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

// For waits that run without the lock: takes it, and lets a pending signal (Ctrl-C) raise its exception.
inline void raise_pending_signals() {
  const py::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) {
    throw py::error_already_set();
  }
}

}  // namespace effibench::bind
