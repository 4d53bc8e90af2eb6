#pragma once

#include <pybind11/pybind11.h>

namespace effibench::bind {

// Adds encode, encode_to_fd and decode.
void register_codec(pybind11::module_& module);

}  // namespace effibench::bind
