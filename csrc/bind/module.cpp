// effibench._core: the native core as Python sees it. Each topic registers itself from its own file.
#include "bind.hpp"
#include "bind_codec.hpp"
#include "error.hpp"

namespace py = pybind11;

PYBIND11_MODULE(_core, module, py::mod_gil_not_used()) {
  using namespace effibench;
  module.doc() = "Native core of effibench. Private: use the effibench package.";
  module.attr("__version__") = EFFIBENCH_VERSION;

  // A failure of the host. effibench.errors.HostError is the public name.
  static const py::handle host_error = py::object(py::module_::import("effibench.errors").attr("HostError")).release();
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) {
        std::rethrow_exception(pointer);
      }
    } catch (const Error& error) {
      py::object instance = host_error(error.what());
      instance.attr("errno") = error.code();
      PyErr_SetObject(host_error.ptr(), instance.ptr());
    }
  });

  bind::register_codec(module);
  bind::register_host(module);
  bind::register_keeper(module);
  bind::register_turns(module);
  bind::register_worker(module);
}
