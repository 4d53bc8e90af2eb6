#include "bind_encode.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "codec_registry.hpp"

namespace effibench::bind {

using codec::Tag;

namespace {

std::string key_step(PyObject* key, std::size_t position) {
  if (PyUnicode_CheckExact(key) || PyLong_CheckExact(key)) {
    std::string text = py::repr(py::handle(key)).cast<std::string>();
    if (text.size() <= 80) {
      return "[" + text + "]";
    }
  }
  return "[<key " + std::to_string(position) + ">]";
}

void add_size(codec::Writer& out, Tag tag, std::size_t size) {
  out.tag(tag);
  out.varint(size);
}

void sized(codec::Writer& out, Tag tag, const char* data, Py_ssize_t size) {
  add_size(out, tag, static_cast<std::size_t>(size));
  out.raw(data, static_cast<std::size_t>(size));
}

// Puts the values that start at starts (and end where the next starts) into ascending order of bytes.
void sort_encoded(codec::Writer& out, const std::vector<std::size_t>& starts) {
  using Span = std::pair<std::size_t, std::size_t>;
  std::vector<Span> spans;
  spans.reserve(starts.size());
  for (std::size_t i = 0; i < starts.size(); ++i) {
    spans.emplace_back(starts[i], (i + 1 < starts.size() ? starts[i + 1] : out.size()) - starts[i]);
  }
  const unsigned char* base = out.data();
  std::sort(spans.begin(), spans.end(), [base](const Span& a, const Span& b) {
    const int order = std::memcmp(base + a.first, base + b.first, std::min(a.second, b.second));
    return order != 0 ? order < 0 : a.second < b.second;
  });
  std::vector<unsigned char> sorted;
  sorted.reserve(out.size() - starts.front());
  for (const auto& [start, size] : spans) {
    sorted.insert(sorted.end(), base + start, base + start + size);
  }
  std::memcpy(out.data() + starts.front(), sorted.data(), sorted.size());
}

}  // namespace

void Encoder::value(PyObject* object) {
  if (nodes_left_ == 0) {
    throw codec::TooLarge("the value has more parts than allowed");
  }
  --nodes_left_;
  PyTypeObject* type = Py_TYPE(object);
  if (type == &PyFloat_Type) {
    const double number = PyFloat_AS_DOUBLE(object);
    unsigned char* place = out_.extend(1 + sizeof number);
    place[0] = static_cast<unsigned char>(Tag::real);
    std::memcpy(place + 1, &number, sizeof number);
  } else if (type == &PyLong_Type) {
    integer(object);
  } else if (type == &PyUnicode_Type) {
    text(object);
  } else if (object == Py_None) {
    out_.tag(Tag::none);
  } else if (type == &PyBool_Type) {
    out_.tag(object == Py_True ? Tag::true_value : Tag::false_value);
  } else if (type == &PyList_Type) {
    sequence(object, Tag::list);
  } else if (type == &PyTuple_Type) {
    sequence(object, Tag::tuple);
  } else if (type == &PyDict_Type) {
    dictionary(object);
  } else if (type == &PyBytes_Type) {
    sized(out_, Tag::bytes, PyBytes_AS_STRING(object), PyBytes_GET_SIZE(object));
  } else if (type == &PyByteArray_Type) {
    sized(out_, Tag::byte_array, PyByteArray_AS_STRING(object), PyByteArray_GET_SIZE(object));
  } else if (type == &PySet_Type) {
    set(object, Tag::set);
  } else if (type == &PyFrozenSet_Type) {
    set(object, Tag::frozen_set);
  } else if (type == &PyComplex_Type) {
    const double parts[2] = {PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)};
    out_.tag(Tag::complex);
    out_.raw(parts, sizeof parts);
  } else if (object == Py_Ellipsis) {
    out_.tag(Tag::ellipsis);
  } else {
    library_type(object);
  }
}

void Encoder::integer(PyObject* object) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow == 0) {
    out_.tag(Tag::integer);
    out_.varint(codec::zigzag(number));
    return;
  }
  const py::handle handle(object);
  const auto bits = handle.attr("bit_length")().cast<std::size_t>();
  // Shortest two's complement: a sign bit beside the magnitude, which -2**n alone does without.
  const bool tight = overflow < 0 && (-py::reinterpret_borrow<py::int_>(handle)).attr("bit_count")().cast<int>() == 1;
  const std::size_t size = (tight ? bits - 1 : bits) / 8 + 1;
  const py::bytes raw = handle.attr("to_bytes")(size, "little", py::arg("signed") = true);
  sized(out_, Tag::big_integer, PyBytes_AS_STRING(raw.ptr()), PyBytes_GET_SIZE(raw.ptr()));
}

void Encoder::text(PyObject* object) {
  Py_ssize_t size = 0;
  if (const char* data = PyUnicode_AsUTF8AndSize(object, &size); data != nullptr) {
    sized(out_, Tag::text, data, size);
    return;
  }
  PyErr_Clear();  // a lone surrogate
  const auto raw = py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(object, "utf-8", "surrogatepass"));
  if (!raw) {
    throw py::error_already_set();
  }
  sized(out_, Tag::text, PyBytes_AS_STRING(raw.ptr()), PyBytes_GET_SIZE(raw.ptr()));
}

void Encoder::sequence(PyObject* object, Tag tag) {
#ifdef Py_GIL_DISABLED
  const auto snapshot = py::reinterpret_steal<py::object>(PySequence_Tuple(object));
  object = snapshot.ptr();
#endif
  const Level level(*this);
  const auto size = static_cast<std::size_t>(Py_SIZE(object));
  add_size(out_, tag, size);
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<std::size_t>(Py_SIZE(object)) != size) {
      throw Unsupported(type_name(Py_TYPE(object)), "it changed while it was read");
    }
    // A reducer runs Python code, which may drop the item from the list.
    const auto item = py::reinterpret_borrow<py::object>(PyTuple_Check(object)
                                                             ? PyTuple_GET_ITEM(object, static_cast<Py_ssize_t>(i))
                                                             : PyList_GET_ITEM(object, static_cast<Py_ssize_t>(i)));
    try {
      value(item.ptr());
    } catch (Unsupported& failure) {
      failure.path.push_back("[" + std::to_string(i) + "]");
      throw;
    }
  }
}

void Encoder::dictionary(PyObject* object) {
  const Level level(*this);
#ifdef Py_GIL_DISABLED
  const auto copy = py::reinterpret_steal<py::object>(PyDict_Copy(object));
  object = copy.ptr();
#endif
  const auto size = static_cast<std::size_t>(PyDict_GET_SIZE(object));
  add_size(out_, Tag::dict, size);
  Py_ssize_t position = 0;
  std::size_t seen = 0;
  PyObject* borrowed_key = nullptr;
  PyObject* borrowed_value = nullptr;
  while (PyDict_Next(object, &position, &borrowed_key, &borrowed_value) != 0 && seen < size) {
    const auto key = py::reinterpret_borrow<py::object>(borrowed_key);
    const auto item = py::reinterpret_borrow<py::object>(borrowed_value);
    try {
      value(key.ptr());
    } catch (Unsupported& failure) {
      failure.path.push_back("[<key " + std::to_string(seen) + ">]");
      throw;
    }
    try {
      value(item.ptr());
    } catch (Unsupported& failure) {
      failure.path.push_back(key_step(key.ptr(), seen));
      throw;
    }
    ++seen;
  }
  if (seen != size || static_cast<std::size_t>(PyDict_GET_SIZE(object)) != size) {
    throw Unsupported("dict", "it changed while it was read");
  }
}

void Encoder::set(PyObject* object, Tag tag) {
  const Level level(*this);
  const auto size = static_cast<std::size_t>(PySet_GET_SIZE(object));
  add_size(out_, tag, size);
  std::vector<std::size_t> starts;
  starts.reserve(size);
  const auto iterator = py::reinterpret_steal<py::object>(PyObject_GetIter(object));
  if (!iterator) {
    throw py::error_already_set();
  }
  while (const auto item = py::reinterpret_steal<py::object>(PyIter_Next(iterator.ptr()))) {
    starts.push_back(out_.size());
    try {
      value(item.ptr());
    } catch (Unsupported& failure) {
      failure.path.emplace_back("{}");
      throw;
    }
  }
  if (PyErr_Occurred() != nullptr) {
    throw py::error_already_set();
  }
  if (starts.size() != size) {
    throw Unsupported("set", "it changed while it was read");
  }
  if (size > 1) {
    sort_encoded(out_, starts);
  }
}

void Encoder::library_type(PyObject* object) {
  const Registry& hooks = registry();
  auto* type = reinterpret_cast<PyObject*>(Py_TYPE(object));
  auto entry = py::reinterpret_borrow<py::object>(PyDict_GetItemWithError(hooks.reducers.ptr(), type));
  if (!entry) {
    if (PyErr_Occurred() != nullptr) {
      throw py::error_already_set();
    }
    entry = hooks.find(py::handle(type));
    if (entry.is_none()) {
      throw Unsupported(type_name(Py_TYPE(object)), "");
    }
  }
  switch (static_cast<Route>(PyLong_AsLong(PyTuple_GET_ITEM(entry.ptr(), 0)))) {
    case Route::numpy_scalar:
      encode_scalar(out_, object, py::handle(PyTuple_GET_ITEM(entry.ptr(), 1)).cast<std::string_view>());
      return;
    case Route::numpy_array:
      if (encode_array(*this, object)) {
        return;
      }
      break;
    case Route::reduce:
      break;
  }
  extension(object, entry.ptr());
}

void Encoder::extension(PyObject* object, PyObject* entry) {
  const Level level(*this);
  const auto name = py::handle(PyTuple_GET_ITEM(entry, 1)).cast<std::string>();
  py::object payload;
  try {
    payload = py::handle(PyTuple_GET_ITEM(entry, 2))(py::handle(object));
  } catch (py::error_already_set& error) {
    const Registry& hooks = registry();
    if (error.matches(hooks.unsupported)) {
      Unsupported failure(error.value().attr("type_name").cast<std::string>(),
                          error.value().attr("reason").cast<std::string>());
      failure.path.push_back(error.value().attr("path").cast<std::string>());
      throw failure;
    }
    if (error.matches(hooks.codec_error) || is_ours(error)) {
      throw;
    }
    throw Unsupported(type_name(Py_TYPE(object)), "it could not be read: " + describe(error));
  }
  out_.tag(Tag::extension);
  out_.short_text(name);
  try {
    value(payload.ptr());
  } catch (Unsupported& failure) {
    failure.path.push_back(".<" + name + ">");
    throw;
  }
}

}  // namespace effibench::bind
