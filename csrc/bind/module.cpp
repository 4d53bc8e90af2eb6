// effibench._core: what must be fast, or must not be Python.
#include <pybind11/pybind11.h>

#include "bind_codec.hpp"

PYBIND11_MODULE(_core, m, pybind11::mod_gil_not_used()) {
  m.attr("__version__") = EFFIBENCH_VERSION;
  effibench::bind::register_codec(m);
}
