// The value format: how inputs and results travel between processes as bytes.
//
// Everything a judged process says is hostile, so the format can express values and nothing else: no
// code, no references, no class names that are looked up. A document is
//
//   header (24 bytes)  magic "EFBV", u16 version, u16 zero, u64 total length, u32 crc32c of the body, u32 zero
//   body               exactly one value
//
// and a value is a tag byte followed by (n = varint, LEB128, shortest form only; all numbers little-endian)
//
//   none, false, true, ellipsis     nothing
//   integer                         zigzag varint of an int64
//   big_integer                     n, two's complement bytes
//   real, complex                   8 or 16 bytes, IEEE 754, NaN payload kept
//   text, bytes, byte_array         n, bytes (text is UTF-8 in which lone surrogates are allowed)
//   list, tuple                     n, n values
//   set, frozen_set                 n, n values in ascending order of their encoded bytes
//   dict                            n, n times (key, value), in insertion order
//   array                           order, dtype, ndim, ndim lengths, n = number of data bytes, data
//   object_array                    order, ndim, ndim lengths, one value an element
//   scalar                          dtype, data of one element
//   extension                       name, one value (a library type as a plain tree; see values/registry.py)
//
// order is 0 (C) or 1 (Fortran, only where the two differ) and gives the order of the data; dtype is a
// short text in numpy's notation ("<f8", "|b1", "<M8[25s]"), name a short text. Shapes multiply to the
// number of data bytes or values that really follow, so whoever has passed validate() may allocate what
// the document declares. Equal values have equal bytes: a document doubles as a structural digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace effibench::codec {

enum class Tag : std::uint8_t {
  none = 0x00,
  false_value = 0x01,
  true_value = 0x02,
  ellipsis = 0x03,
  integer = 0x04,
  big_integer = 0x05,
  real = 0x06,
  complex = 0x07,
  text = 0x10,
  bytes = 0x11,
  byte_array = 0x12,
  list = 0x20,
  tuple = 0x21,
  dict = 0x22,
  set = 0x23,
  frozen_set = 0x24,
  array = 0x30,
  object_array = 0x31,
  scalar = 0x32,
  extension = 0x40,
};

inline constexpr std::size_t kHeaderSize = 24;
inline constexpr std::size_t kMaxShortText = 64;  // dtype or extension name, bytes
inline constexpr std::uint64_t kMaxDimensions = 64;  // numpy 2 allows 64, numpy 1 allows 32
inline constexpr std::uint32_t kMaxDepth = 1000;     // what a thread's stack bears, whatever the caller asks

struct Caps {
  std::uint64_t bytes = std::uint64_t{256} << 20;
  std::uint64_t nodes = 50'000'000;
  std::uint32_t depth = 200;
};

// The document is not one that an encoder writes.
class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A value or a document exceeds a cap.
class TooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What a dtype text says about its bytes.
struct Dtype {
  char order;  // '<', '>' or '|'
  char kind;   // b i u f c S U V M m
  std::uint64_t item_size;
};

// Throws Malformed for a text outside the grammar. Widths that numpy lacks ("<f3") are for numpy to refuse.
[[nodiscard]] Dtype parse_dtype(std::string_view text);

// Asks for huge pages under a large buffer that is about to be filled: without them most of the time of
// copying a large array goes into page faults. Advice only; a kernel without huge pages ignores it.
void prefer_huge_pages(void* memory, std::size_t size) noexcept;

// Appends to a malloc'd buffer that never exceeds max_bytes (the header included).
class Writer {
 public:
  explicit Writer(std::uint64_t max_bytes);

  // Room for size more bytes, which the caller fills before the next call.
  [[nodiscard]] unsigned char* extend(std::size_t size) {
    if (size > capacity_ - size_) {
      grow(size);
    }
    unsigned char* place = data_.get() + size_;
    size_ += size;
    return place;
  }
  void byte(std::uint8_t value) { *extend(1) = value; }
  void tag(Tag value) { byte(static_cast<std::uint8_t>(value)); }
  void raw(const void* source, std::size_t size) {
    if (size != 0) {
      std::memcpy(extend(size), source, size);
    }
  }
  void varint(std::uint64_t value);
  void short_text(std::string_view text);

  // Writes the header and returns the whole document.
  [[nodiscard]] std::span<const unsigned char> finish();

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] unsigned char* data() noexcept { return data_.get(); }

 private:
  struct Free {
    void operator()(unsigned char* memory) const noexcept { std::free(memory); }
  };

  void grow(std::size_t extra);

  std::unique_ptr<unsigned char, Free> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::uint64_t max_bytes_;
};

// Reads forward and throws Malformed rather than pass the end.
class Reader {
 public:
  explicit Reader(std::span<const unsigned char> bytes) noexcept
      : begin_(bytes.data()), here_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  [[nodiscard]] std::uint8_t byte() { return *take(1); }
  [[nodiscard]] const unsigned char* take(std::uint64_t size) {
    if (size > remaining()) {
      fail("ends inside a value");
    }
    const unsigned char* place = here_;
    here_ += size;
    return place;
  }
  [[nodiscard]] std::uint64_t varint();
  [[nodiscard]] std::string_view short_text();
  // A number of things that take at least one byte each, so more than the bytes left is a lie.
  [[nodiscard]] std::uint64_t count() {
    const std::uint64_t value = varint();
    if (value > remaining()) {
      fail("declares more than it holds");
    }
    return value;
  }

  [[nodiscard]] std::uint64_t remaining() const noexcept { return static_cast<std::uint64_t>(end_ - here_); }
  [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(here_ - begin_); }
  [[nodiscard]] const unsigned char* here() const noexcept { return here_; }
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const unsigned char* begin_;
  const unsigned char* here_;
  const unsigned char* end_;
};

// Checks the header and returns the body. Throws Malformed or TooLarge.
[[nodiscard]] std::span<const unsigned char> open(std::span<const unsigned char> document, const Caps& caps);

// Walks a whole body and returns its number of nodes. Allocates only its own stack (caps.depth entries).
std::uint64_t validate(std::span<const unsigned char> body, const Caps& caps);

// Order, rank and lengths as array and object_array store them; elements is their checked product.
struct Shape {
  bool fortran = false;
  std::size_t rank = 0;
  std::uint64_t lengths[kMaxDimensions] = {};
  std::uint64_t elements = 1;
};
[[nodiscard]] bool read_order(Reader& reader);
void read_lengths(Reader& reader, Shape& shape);

[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

}  // namespace effibench::codec
