// What the Python side of the codec (effibench.values.registry) contributes: how library types are
// taken apart and put together, and the exception classes.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace effibench::bind {

namespace py = pybind11;

// The first field of a reducer's entry.
enum class Route : int {
  reduce = 0,        // call the reducer, encode what it returns
  numpy_scalar = 1,  // name is the dtype; the bytes are in the object's buffer
  numpy_array = 2,   // in C++, except dtypes that need the reducer
};

struct Registry {
  py::dict reducers;         // type -> (route, name, reducer)
  py::object find;           // type -> entry or None; registers libraries that have been imported since
  py::object rebuild;        // (name, payload) -> object
  py::object codec_error;    // base class of the three below
  py::object unsupported;    // (type_name, path, reason)
  py::object too_large;      // (message)
  py::object decode_error;   // (message)
};

// Imported once, at the first call.
const Registry& registry();

// An object that has no encoding; every container on the way out adds its step to the path.
class Unsupported : public std::exception {
 public:
  Unsupported(std::string name, std::string why) : type_name(std::move(name)), reason(std::move(why)) {}
  [[nodiscard]] const char* what() const noexcept override { return type_name.c_str(); }

  std::string type_name;
  std::string reason;
  std::vector<std::string> path;  // innermost step first
};

// "pandas.DataFrame"; builtins without their module.
std::string type_name(PyTypeObject* type);

// Whether an exception says nothing about the value. A panic in polars does, and is no Exception.
bool is_ours(py::error_already_set& error);

// "KeyError: 'x'", without pybind11's traceback.
std::string describe(const py::error_already_set& error);

}  // namespace effibench::bind
