// The decoder itself: bytes of a hostile process to Python objects, and back.
//
// The extension module is part of this program and the interpreter runs inside of it. The first byte chooses what the
// rest is: a document (as for document.cpp, whose mutator serves here too), or with a first byte of 'o' or 'f' the frame
// of a probe or of a failed set-up. What must hold:
//   - decode() returns or raises DecodeError;
//   - what it returns can be encoded, and the encoding is a document that decodes and encodes to itself;
//   - the frames of a set-up are read or refused with HostError.
// Python's memory comes from malloc, so that the sanitizer sees every object. Only extensions of the standard library
// and numpy are met: the seeds name no other.
#include <pybind11/embed.h>

#include <string_view>

#include "fuzz.hpp"

namespace py = pybind11;

extern "C" PyObject* PyInit__core();

namespace {

struct Functions {
  py::object encode;
  py::object decode;
  py::object outcomes;
  py::object setup_failure;
  py::object decode_error;
  py::object host_error;
};

const Functions* functions = nullptr;

void start_interpreter() {
  PyPreConfig before;
  PyPreConfig_InitPythonConfig(&before);
  before.allocator = PYMEM_ALLOCATOR_MALLOC;
  REQUIRE(PyStatus_Exception(Py_PreInitialize(&before)) == 0);
  REQUIRE(PyImport_AppendInittab("effibench._core", &PyInit__core) == 0);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  config.install_signal_handlers = 0;
  config.use_hash_seed = 1;
  REQUIRE(PyStatus_Exception(PyConfig_SetBytesString(&config, &config.program_name, EFFIBENCH_FUZZ_PYTHON)) == 0);
  REQUIRE(PyStatus_Exception(Py_InitializeFromConfig(&config)) == 0);
  PyConfig_Clear(&config);
}

py::bytes bytes_of(std::string_view text) { return {text.data(), text.size()}; }

// The value, or nothing after an exception of the expected class. Any other one ends the run.
py::object called(const py::object& function, const py::object& argument, const py::object& refusal) {
  try {
    return function(argument);
  } catch (const py::error_already_set& error) {
    if (!error.matches(refusal)) {
      std::fprintf(stderr, "%s\n", error.what());
      REQUIRE(false);
    }
    return {};
  }
}

void round_trip(std::string_view document) {
  const py::object value = called(functions->decode, bytes_of(document), functions->decode_error);
  if (!value) {
    return;
  }
  const py::object no_exception = py::tuple();
  const py::object once = called(functions->encode, value, no_exception);
  const py::object again = called(functions->decode, once, no_exception);
  REQUIRE(called(functions->encode, again, no_exception).equal(once));
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) {
  start_interpreter();
  py::module_::import("sys").attr("path").attr("insert")(0, EFFIBENCH_FUZZ_PACKAGE);
  const py::module_ core = py::module_::import("effibench._core");
  REQUIRE(!py::hasattr(core, "__file__"));  // this program's, not an installed one
  functions = new Functions{core.attr("encode"),
                            core.attr("decode"),
                            core.attr("decode_outcomes"),
                            core.attr("decode_setup_failure"),
                            py::module_::import("effibench.values.errors").attr("DecodeError"),
                            py::module_::import("effibench.errors").attr("HostError")};
  py::module_::import("effibench.values").attr("preload")();
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  if (input.starts_with('o')) {
    (void)called(functions->outcomes, bytes_of(input.substr(1)), functions->host_error);
  } else if (input.starts_with('f')) {
    (void)called(functions->setup_failure, bytes_of(input.substr(1)), functions->host_error);
  } else {
    round_trip(input);
  }
  return 0;
}
