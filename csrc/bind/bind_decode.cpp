#include "bind_decode.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "codec_registry.hpp"

namespace effibench::bind {

using codec::Reader;
using codec::Tag;

namespace {

constexpr std::size_t kHashSample = 256;      // below this many keys no pattern of hashes hurts
constexpr std::size_t kMaxEqualHashes = 64;

py::object owned(PyObject* object) {
  if (object == nullptr) {
    throw py::error_already_set();
  }
  return py::reinterpret_steal<py::object>(object);
}

// Keys that all share one hash make a dict quadratic: a document of a megabyte could run for an hour.
class HashGuard {
 public:
  explicit HashGuard(std::uint64_t count) : active_(count >= kHashSample) {
    if (active_) {
      hashes_.reserve(count);
    }
  }
  void add(PyObject* key) {
    if (!active_) {
      return;
    }
    const Py_hash_t hash = PyObject_Hash(key);
    if (hash == -1) {
      throw py::error_already_set();
    }
    hashes_.push_back(hash);
  }
  // Before the first insertion.
  void check(const Reader& reader) {
    std::sort(hashes_.begin(), hashes_.end());
    for (std::size_t i = kMaxEqualHashes; i < hashes_.size(); ++i) {
      if (hashes_[i] == hashes_[i - kMaxEqualHashes]) {
        reader.fail("holds too many keys with the same hash");
      }
    }
  }

 private:
  bool active_;
  std::vector<Py_hash_t> hashes_;
};

py::object big_integer(Reader& reader) {
  const std::uint64_t size = reader.varint();
  const unsigned char* data = reader.take(size);
  const bool padded = size >= 2 && ((data[size - 1] == 0 && data[size - 2] < 0x80) ||
                                    (data[size - 1] == 0xFF && data[size - 2] >= 0x80));
  if (size <= 8 || padded) {
    reader.fail("holds an integer in a form that no encoder writes");
  }
  const py::bytes raw(reinterpret_cast<const char*>(data), size);
  return py::handle(reinterpret_cast<PyObject*>(&PyLong_Type)).attr("from_bytes")(raw, "little", py::arg("signed") = true);
}

py::object text(Reader& reader) {
  const std::uint64_t size = reader.varint();
  const auto* data = reinterpret_cast<const char*>(reader.take(size));
  return owned(PyUnicode_DecodeUTF8(data, static_cast<Py_ssize_t>(size), "surrogatepass"));
}

py::object list(Reader& reader) {
  const auto size = static_cast<Py_ssize_t>(reader.count());
  py::object result = owned(PyList_New(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyList_SET_ITEM(result.ptr(), i, decode_value(reader).release().ptr());
  }
  return result;
}

py::object tuple(Reader& reader) {
  const auto size = static_cast<Py_ssize_t>(reader.count());
  py::object result = owned(PyTuple_New(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    PyTuple_SET_ITEM(result.ptr(), i, decode_value(reader).release().ptr());
  }
  return result;
}

py::object dictionary(Reader& reader) {
  const std::uint64_t size = reader.count();
  py::object result = owned(PyDict_New());
  if (size < kHashSample) {
    for (std::uint64_t i = 0; i < size; ++i) {
      const py::object key = decode_value(reader);
      const py::object value = decode_value(reader);
      if (PyDict_SetItem(result.ptr(), key.ptr(), value.ptr()) != 0) {
        throw py::error_already_set();
      }
    }
  } else {
    std::vector<py::object> items;
    items.reserve(size * 2);
    HashGuard guard(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      items.push_back(decode_value(reader));
      guard.add(items.back().ptr());
      items.push_back(decode_value(reader));
    }
    guard.check(reader);
    for (std::size_t i = 0; i < items.size(); i += 2) {
      if (PyDict_SetItem(result.ptr(), items[i].ptr(), items[i + 1].ptr()) != 0) {
        throw py::error_already_set();
      }
    }
  }
  if (static_cast<std::uint64_t>(PyDict_GET_SIZE(result.ptr())) != size) {
    reader.fail("holds a dict with equal keys");
  }
  return result;
}

py::object set(Reader& reader, bool frozen) {
  const std::uint64_t size = reader.count();
  std::vector<py::object> items;
  items.reserve(size);
  HashGuard guard(size);
  std::span<const unsigned char> previous;
  for (std::uint64_t i = 0; i < size; ++i) {
    const unsigned char* start = reader.here();
    items.push_back(decode_value(reader));
    const std::span<const unsigned char> bytes(start, reader.here());
    if (std::lexicographical_compare(bytes.begin(), bytes.end(), previous.begin(), previous.end())) {
      reader.fail("holds a set whose elements are out of order");
    }
    previous = bytes;
    guard.add(items.back().ptr());
  }
  guard.check(reader);
  py::object result = owned(frozen ? PyFrozenSet_New(nullptr) : PySet_New(nullptr));
  for (const py::object& item : items) {
    if (PySet_Add(result.ptr(), item.ptr()) != 0) {  // a new frozenset may be filled before others see it
      throw py::error_already_set();
    }
  }
  if (static_cast<std::uint64_t>(PySet_GET_SIZE(result.ptr())) != size) {
    reader.fail("holds a set with equal elements");
  }
  return result;
}

py::object extension(Reader& reader) {
  const std::string_view name = reader.short_text();
  const py::object payload = decode_value(reader);
  const py::object name_text = owned(PyUnicode_DecodeLatin1(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr));
  return registry().rebuild(name_text, payload);
}

}  // namespace

py::object decode_value(Reader& reader) {
  switch (static_cast<Tag>(reader.byte())) {
    case Tag::none:
      return py::none();
    case Tag::false_value:
      return py::bool_(false);
    case Tag::true_value:
      return py::bool_(true);
    case Tag::ellipsis:
      return py::ellipsis();
    case Tag::integer:
      return owned(PyLong_FromLongLong(codec::unzigzag(reader.varint())));
    case Tag::big_integer:
      return big_integer(reader);
    case Tag::real: {
      double number;
      std::memcpy(&number, reader.take(sizeof number), sizeof number);
      return owned(PyFloat_FromDouble(number));
    }
    case Tag::complex: {
      double parts[2];
      std::memcpy(parts, reader.take(sizeof parts), sizeof parts);
      return owned(PyComplex_FromDoubles(parts[0], parts[1]));
    }
    case Tag::text:
      return text(reader);
    case Tag::bytes: {
      const std::uint64_t size = reader.varint();
      const auto* data = reinterpret_cast<const char*>(reader.take(size));
      return owned(PyBytes_FromStringAndSize(data, static_cast<Py_ssize_t>(size)));
    }
    case Tag::byte_array: {
      const std::uint64_t size = reader.varint();
      const auto* data = reinterpret_cast<const char*>(reader.take(size));
      return owned(PyByteArray_FromStringAndSize(data, static_cast<Py_ssize_t>(size)));
    }
    case Tag::list:
      return list(reader);
    case Tag::tuple:
      return tuple(reader);
    case Tag::dict:
      return dictionary(reader);
    case Tag::set:
      return set(reader, false);
    case Tag::frozen_set:
      return set(reader, true);
    case Tag::array:
      return decode_array(reader);
    case Tag::object_array:
      return decode_object_array(reader);
    case Tag::scalar:
      return decode_scalar(reader);
    case Tag::extension:
      return extension(reader);
  }
  reader.fail("holds an unknown tag");
}

}  // namespace effibench::bind
