// Validated bytes to Python objects.
#pragma once

#include <pybind11/pybind11.h>

#include "../codec.hpp"

namespace effibench::bind {

// Reads one value. The body must have passed codec::validate: counts are trusted, bounds still checked.
pybind11::object decode_value(codec::Reader& reader);

// What follows the tags array, object_array and scalar.
pybind11::object decode_array(codec::Reader& reader);
pybind11::object decode_object_array(codec::Reader& reader);
pybind11::object decode_scalar(codec::Reader& reader);

}  // namespace effibench::bind
