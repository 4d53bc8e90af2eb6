// numpy's arrays and scalars. numpy is reached through pybind11, which looks its API up at run time:
// the extension neither links to numpy nor imports it before the first array arrives.
#include <pybind11/numpy.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "bind_decode.hpp"
#include "bind_encode.hpp"
#include "codec_registry.hpp"

namespace effibench::bind {

using codec::Dtype;
using codec::Reader;
using codec::Shape;
using codec::Tag;

namespace {

constexpr int kObject = 17;        // NPY_OBJECT
constexpr int kBuiltinTypes = 24;  // NPY_NTYPES_LEGACY: what a library adds has a higher number
constexpr bool kPaddedLongDouble = std::numeric_limits<long double>::digits == 64;

std::string dtype_text(const py::dtype& dtype) {
  const char kind = dtype.kind();
  if (kind == 'M' || kind == 'm') {
    return dtype.attr("str").cast<std::string>();
  }
  const char order = dtype.byteorder();
  const auto size = static_cast<std::size_t>(dtype.itemsize());
  std::string text{order == '=' ? '<' : order, kind};
  return text + std::to_string(kind == 'U' ? size / 4 : size);
}

// The x87 long double leaves 6 of 16 bytes undefined: equal values must have equal bytes.
void clear_padding(unsigned char* data, std::uint64_t size) {
  for (std::uint64_t i = 0; i + 16 <= size; i += 16) {
    std::memset(data + i + 10, 0, 6);
  }
}

// Data that numpy itself can't make but a view on other memory can.
void normalise(const Dtype& dtype, unsigned char* data, std::uint64_t size) {
  if (dtype.kind == 'b') {
    std::transform(data, data + size, data, [](unsigned char byte) { return static_cast<unsigned char>(byte != 0); });
  } else if (kPaddedLongDouble &&
             ((dtype.kind == 'f' && dtype.item_size == 16) || (dtype.kind == 'c' && dtype.item_size == 32))) {
    clear_padding(data, size);
  }
}

// The reverse: what normalise() never writes, and code points that numpy would stumble over later.
void check_data(const Reader& reader, const Dtype& dtype, const unsigned char* data, std::uint64_t size) {
  if (dtype.kind == 'b') {
    unsigned char seen = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      seen |= data[i];
    }
    if (seen > 1) {
      reader.fail("holds a bool that is neither 0 nor 1");
    }
  } else if (dtype.kind == 'U') {
    bool valid = true;
    for (std::uint64_t i = 0; i + 4 <= size; i += 4) {
      std::uint32_t point;
      std::memcpy(&point, data + i, sizeof point);
      point = dtype.order == '>' ? __builtin_bswap32(point) : point;
      valid = valid && point <= 0x10FFFF;
    }
    if (!valid) {
      reader.fail("holds a character beyond U+10FFFF");
    }
  }
}

// numpy's number of a dtype in native order, -1 if it must be looked up by its text.
int type_number(const Dtype& dtype) {
  struct Row {
    char kind;
    std::uint64_t size;
    int number;
  };
  static constexpr Row kRows[] = {{'f', 8, 12}, {'i', 8, 7}, {'b', 1, 0},  {'f', 4, 11},  {'i', 4, 5},
                                  {'u', 1, 2},  {'i', 1, 1}, {'i', 2, 3},  {'u', 2, 4},   {'u', 4, 6},
                                  {'u', 8, 8},  {'f', 2, 23}, {'c', 8, 14}, {'c', 16, 15}};
  if (dtype.order != '>') {
    for (const Row& row : kRows) {
      if (row.kind == dtype.kind && row.size == dtype.item_size) {
        return row.number;
      }
    }
  }
  return -1;
}

py::dtype make_dtype(const Reader& reader, const Dtype& parsed, std::string_view text) {
  const int number = type_number(parsed);
  py::dtype dtype = number >= 0 ? py::dtype(number) : py::dtype(std::string(text));
  if (static_cast<std::uint64_t>(dtype.itemsize()) != parsed.item_size || dtype.kind() != parsed.kind) {
    reader.fail("holds the dtype '" + std::string(text) + "', which numpy reads differently");
  }
  return dtype;
}

py::array allocate(const py::dtype& dtype, const Shape& shape) {
  const std::vector<py::ssize_t> lengths(shape.lengths, shape.lengths + shape.rank);
  if (dtype.itemsize() == 0) {  // numpy widens "S0" to "S1" unless the memory is given
    const py::handle ndarray(reinterpret_cast<PyObject*>(py::detail::npy_api::get().PyArray_Type_));
    const py::bytearray memory("", 1);
    py::tuple as_tuple(shape.rank);
    for (std::size_t i = 0; i < shape.rank; ++i) {
      as_tuple[i] = lengths[i];
    }
    return py::reinterpret_borrow<py::array>(
        ndarray(as_tuple, py::arg("dtype") = dtype, py::arg("buffer") = memory,
                py::arg("order") = shape.fortran ? "F" : "C"));
  }
  std::vector<py::ssize_t> strides(shape.rank);
  py::ssize_t stride = dtype.itemsize();
  for (std::size_t i = 0; i < shape.rank; ++i) {
    const std::size_t axis = shape.fortran ? i : shape.rank - 1 - i;
    strides[axis] = stride;
    stride *= std::max<py::ssize_t>(lengths[axis], 1);
  }
  return py::array(dtype, lengths, strides);
}

void write_shape(codec::Writer& out, const py::array& array) {
  out.byte(static_cast<std::uint8_t>(array.ndim()));
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    out.varint(static_cast<std::uint64_t>(array.shape(i)));
  }
}

std::string element_step(const py::array& array, bool fortran, std::size_t position) {
  std::vector<std::size_t> index(static_cast<std::size_t>(array.ndim()));
  for (std::size_t i = 0; i < index.size(); ++i) {
    const std::size_t axis = fortran ? i : index.size() - 1 - i;
    const auto length = static_cast<std::size_t>(array.shape(static_cast<py::ssize_t>(axis)));
    index[axis] = position % length;
    position /= length;
  }
  std::string step = "[";
  for (std::size_t i = 0; i < index.size(); ++i) {
    step += (i == 0 ? "" : ", ") + std::to_string(index[i]);
  }
  return step + "]";
}

void encode_objects(Encoder& encoder, const py::array& array, bool fortran) {
  const Encoder::Level level(encoder);
  codec::Writer& out = encoder.out();
  out.tag(Tag::object_array);
  out.byte(fortran ? 1 : 0);
  write_shape(out, array);
  const auto* data = static_cast<const char*>(array.data());
  const auto size = static_cast<std::size_t>(array.size());
  for (std::size_t i = 0; i < size; ++i) {
    PyObject* pointer = nullptr;
    std::memcpy(&pointer, data + i * sizeof pointer, sizeof pointer);
    // numpy reads an element that was never set as None.
    const auto item = py::reinterpret_borrow<py::object>(pointer == nullptr ? Py_None : pointer);
    try {
      encoder.value(item.ptr());
    } catch (Unsupported& failure) {
      failure.path.push_back(element_step(array, fortran, i));
      throw;
    }
  }
}

}  // namespace

bool encode_array(Encoder& encoder, PyObject* object) {
  auto array = py::reinterpret_borrow<py::array>(object);
  const py::dtype dtype = array.dtype();
  const int number = dtype.num();
  if (number < 0 || number >= kBuiltinTypes || dtype.has_fields()) {
    return false;  // structured, StringDType, or not numpy's: for the reducer
  }
  const bool c_order = (array.flags() & py::array::c_style) != 0;
  const bool fortran = !c_order && (array.flags() & py::array::f_style) != 0;
  if (!c_order && !fortran && dtype.itemsize() != 0) {  // numpy would widen "S0" while copying
    array = py::module_::import("numpy").attr("ascontiguousarray")(array);
  }
  if (number == kObject) {
    encode_objects(encoder, array, fortran);
    return true;
  }
  const std::string text = dtype_text(dtype);
  const Dtype parsed = codec::parse_dtype(text);
  codec::Writer& out = encoder.out();
  out.tag(Tag::array);
  out.byte(fortran ? 1 : 0);
  out.short_text(text);
  write_shape(out, array);
  const auto size = static_cast<std::size_t>(parsed.item_size) * static_cast<std::size_t>(array.size());
  out.varint(size);
  unsigned char* place = out.extend(size);
  if (size > 0) {
    std::memcpy(place, array.data(), size);
    normalise(parsed, place, size);
  }
  return true;
}

void encode_scalar(codec::Writer& out, PyObject* object, std::string_view dtype) {
  const Dtype parsed = codec::parse_dtype(dtype);
  Py_buffer view;
  if (PyObject_GetBuffer(object, &view, PyBUF_SIMPLE) != 0) {
    throw py::error_already_set();
  }
  if (static_cast<std::uint64_t>(view.len) != parsed.item_size) {
    PyBuffer_Release(&view);
    throw Unsupported(type_name(Py_TYPE(object)), "its size is not that of " + std::string(dtype));
  }
  unsigned char bytes[32];
  std::memcpy(bytes, view.buf, std::min<std::size_t>(parsed.item_size, sizeof bytes));
  PyBuffer_Release(&view);
  if (parsed.item_size > sizeof bytes) {
    throw Unsupported(type_name(Py_TYPE(object)), "it is wider than any numpy scalar");
  }
  normalise(parsed, bytes, parsed.item_size);
  out.tag(Tag::scalar);
  out.short_text(dtype);
  out.raw(bytes, parsed.item_size);
}

py::object decode_array(Reader& reader) {
  Shape shape;
  shape.fortran = codec::read_order(reader);
  const std::string_view text = reader.short_text();
  const Dtype parsed = codec::parse_dtype(text);
  codec::read_lengths(reader, shape);
  const std::uint64_t size = reader.varint();
  const unsigned char* data = reader.take(size);
  check_data(reader, parsed, data, size);
  py::array array = allocate(make_dtype(reader, parsed, text), shape);
  if (static_cast<std::uint64_t>(array.nbytes()) != size) {
    reader.fail("holds an array whose data and shape differ");
  }
  if (size > 0) {
    std::memcpy(array.mutable_data(), data, size);
  }
  return array;
}

py::object decode_object_array(Reader& reader) {
  Shape shape;
  shape.fortran = codec::read_order(reader);
  codec::read_lengths(reader, shape);
  py::array array = allocate(py::dtype(kObject), shape);
  auto* data = static_cast<char*>(array.mutable_data());
  for (std::uint64_t i = 0; i < shape.elements; ++i) {
    PyObject* item = decode_value(reader).release().ptr();
    PyObject* before = nullptr;
    std::memcpy(&before, data + i * sizeof before, sizeof before);
    std::memcpy(data + i * sizeof item, &item, sizeof item);
    Py_XDECREF(before);
  }
  return array;
}

py::object decode_scalar(Reader& reader) {
  const std::string_view text = reader.short_text();
  const Dtype parsed = codec::parse_dtype(text);
  const unsigned char* data = reader.take(parsed.item_size);
  check_data(reader, parsed, data, parsed.item_size);
  py::array element = allocate(make_dtype(reader, parsed, text), Shape{});
  if (parsed.item_size > 0) {
    std::memcpy(element.mutable_data(), data, parsed.item_size);
  }
  return element[py::tuple()];
}

}  // namespace effibench::bind
