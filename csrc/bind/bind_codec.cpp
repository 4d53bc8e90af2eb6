// effibench._core.encode, encode_to_fd, decode: the codec's edge, where its failures become exceptions.
#include "bind_codec.hpp"

#include <pybind11/gil_safe_call_once.h>
#include <pybind11/pybind11.h>

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "../codec.hpp"
#include "bind_decode.hpp"
#include "bind_encode.hpp"
#include "codec_registry.hpp"

namespace effibench::bind {

const Registry& registry() {
  PYBIND11_CONSTINIT static py::gil_safe_call_once_and_store<Registry> storage;
  return storage
      .call_once_and_store_result([] {
        const py::module_ module = py::module_::import("effibench.values.registry");
        const py::module_ errors = py::module_::import("effibench.values.errors");
        return Registry{module.attr("REDUCERS"),         module.attr("find"),
                        module.attr("rebuild"),          errors.attr("CodecError"),
                        errors.attr("UnsupportedType"),  errors.attr("ValueTooLarge"),
                        errors.attr("DecodeError")};
      })
      .get_stored();
}

std::string type_name(PyTypeObject* type) {
  const py::handle handle(reinterpret_cast<PyObject*>(type));
  try {
    const auto module = handle.attr("__module__").cast<std::string>();
    const auto name = handle.attr("__qualname__").cast<std::string>();
    return module == "builtins" ? name : module + "." + name;
  } catch (const std::exception&) {  // a metaclass may put anything there
    return type->tp_name;
  }
}

bool is_ours(py::error_already_set& error) {
  return error.matches(PyExc_MemoryError) || error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_SystemExit);
}

std::string describe(const py::error_already_set& error) {
  try {
    return error.type().attr("__name__").cast<std::string>() + ": " + py::str(error.value()).cast<std::string>();
  } catch (const std::exception&) {
    return "an exception that can't be printed";
  }
}

namespace {

[[noreturn]] void raise(const py::object& exception_class, const py::object& exception) {
  PyErr_SetObject(exception_class.ptr(), exception.ptr());
  throw py::error_already_set();
}

[[noreturn]] void raise_unsupported(const Unsupported& failure) {
  std::string path;
  for (auto step = failure.path.rbegin(); step != failure.path.rend(); ++step) {
    path += *step;
  }
  const py::object& type = registry().unsupported;
  raise(type, type(failure.type_name, path, failure.reason));
}

// The message may quote bytes of the document, which needn't be UTF-8.
[[noreturn]] void raise_message(const py::object& type, std::string_view message) {
  const auto text = py::reinterpret_steal<py::object>(
      PyUnicode_DecodeUTF8(message.data(), static_cast<Py_ssize_t>(message.size()), "backslashreplace"));
  if (!text) {
    throw py::error_already_set();
  }
  raise(type, type(text));
}

codec::Caps make_caps(std::uint64_t max_bytes, std::uint64_t max_nodes, std::uint32_t max_depth) {
  if (max_depth > codec::kMaxDepth) {
    throw py::value_error("max_depth is " + std::to_string(max_depth) + ", at most " +
                          std::to_string(codec::kMaxDepth) + " is possible");
  }
  return {max_bytes, max_nodes, max_depth};
}

void encode_into(codec::Writer& out, const py::object& object, const codec::Caps& caps) {
  try {
    Encoder(out, caps.nodes, caps.depth).value(object.ptr());
  } catch (const Unsupported& failure) {
    raise_unsupported(failure);
  }
}

// Translates a cap that was hit on the way, also by the header alone.
template <typename Body>
auto guarded(Body body) {
  try {
    return body();
  } catch (const codec::TooLarge& error) {
    raise_message(registry().too_large, error.what());
  }
}

py::bytes encode(const py::object& object, std::uint64_t max_bytes, std::uint64_t max_nodes, std::uint32_t max_depth) {
  const codec::Caps caps = make_caps(max_bytes, max_nodes, max_depth);
  return guarded([&] {
    codec::Writer out(caps.bytes);
    encode_into(out, object, caps);
    const auto document = out.finish();
    auto result = py::reinterpret_steal<py::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(document.size())));
    if (!result) {
      throw py::error_already_set();
    }
    codec::prefer_huge_pages(PyBytes_AS_STRING(result.ptr()), document.size());
    std::memcpy(PyBytes_AS_STRING(result.ptr()), document.data(), document.size());
    return result;
  });
}

std::size_t encode_to_fd(const py::object& object, int fd, std::uint64_t max_bytes, std::uint64_t max_nodes,
                         std::uint32_t max_depth) {
  const codec::Caps caps = make_caps(max_bytes, max_nodes, max_depth);
  return guarded([&] {
    codec::Writer out(caps.bytes);
    encode_into(out, object, caps);
    const auto document = out.finish();
    std::size_t written = 0;
    while (written < document.size()) {
      const ssize_t step = [&] {
        const py::gil_scoped_release release;
        return ::write(fd, document.data() + written, document.size() - written);
      }();
      if (step < 0) {
        if (errno != EINTR) {
          PyErr_SetFromErrno(PyExc_OSError);
          throw py::error_already_set();
        }
        if (PyErr_CheckSignals() != 0) {
          throw py::error_already_set();
        }
        continue;
      }
      written += static_cast<std::size_t>(step);
    }
    return written;
  });
}

class View {
 public:
  explicit View(const py::handle& buffer) {
    if (PyObject_GetBuffer(buffer.ptr(), &view_, PyBUF_SIMPLE) != 0) {
      throw py::error_already_set();
    }
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  ~View() { PyBuffer_Release(&view_); }
  [[nodiscard]] std::span<const unsigned char> bytes() const {
    return {static_cast<const unsigned char*>(view_.buf), static_cast<std::size_t>(view_.len)};
  }

 private:
  Py_buffer view_{};
};

// Millions of new containers would make the cycle collector walk all of them again and again.
class CollectorPause {
 public:
  CollectorPause() : was_enabled_(PyGC_Disable() != 0) {}
  CollectorPause(const CollectorPause&) = delete;
  CollectorPause& operator=(const CollectorPause&) = delete;
  ~CollectorPause() {
    if (was_enabled_) {
      PyGC_Enable();
    }
  }

 private:
  bool was_enabled_;
};

py::object decode(const py::object& buffer, std::uint64_t max_bytes, std::uint64_t max_nodes, std::uint32_t max_depth) {
  const codec::Caps caps = make_caps(max_bytes, max_nodes, max_depth);
  const View view(buffer);
  const Registry& hooks = registry();
  try {
    const auto body = codec::open(view.bytes(), caps);
    codec::validate(body, caps);
    const CollectorPause pause;
    codec::Reader reader(body);
    return decode_value(reader);
  } catch (const codec::Malformed& error) {
    raise_message(hooks.decode_error, error.what());
  } catch (const codec::TooLarge& error) {
    raise_message(hooks.decode_error, error.what());
  } catch (py::error_already_set& error) {
    if (error.matches(hooks.codec_error) || is_ours(error)) {
      throw;
    }
    // An unhashable key, a dtype that numpy refuses, text that is not UTF-8.
    const std::string message = "the document can't be read: " + describe(error);
    raise_message(hooks.decode_error, message);
  }
}

}  // namespace

void register_codec(py::module_& module) {
  constexpr codec::Caps kDefaults;
  using py::arg;
  using py::kw_only;
  module.def("encode", &encode, arg("obj"), py::pos_only(), kw_only(), arg("max_bytes") = kDefaults.bytes,
             arg("max_nodes") = kDefaults.nodes, arg("max_depth") = kDefaults.depth);
  module.def("encode_to_fd", &encode_to_fd, arg("obj"), arg("fd"), py::pos_only(), kw_only(),
             arg("max_bytes") = kDefaults.bytes, arg("max_nodes") = kDefaults.nodes,
             arg("max_depth") = kDefaults.depth);
  module.def("decode", &decode, arg("buffer"), py::pos_only(), kw_only(), arg("max_bytes") = kDefaults.bytes,
             arg("max_nodes") = kDefaults.nodes, arg("max_depth") = kDefaults.depth);
}

}  // namespace effibench::bind
