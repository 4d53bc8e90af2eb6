#include "codec.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <new>

#include "crc32c.hpp"

namespace effibench::codec {
namespace {

constexpr std::array<unsigned char, 4> kMagic = {'E', 'F', 'B', 'V'};
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kFirstCapacity = 1024;

void store(unsigned char* place, std::uint64_t value, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    place[i] = static_cast<unsigned char>(value >> (8 * i));
  }
}

std::uint64_t load(const unsigned char* place, std::size_t size) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value |= static_cast<std::uint64_t>(place[i]) << (8 * i);
  }
  return value;
}

// Digits at the front of text, at most nine of them, without a superfluous zero; moves text past them.
std::uint64_t leading_number(std::string_view& text, std::string_view whole) {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') {
    value = value * 10 + static_cast<std::uint64_t>(text[digits] - '0');
    ++digits;
    if (digits > 10) {
      break;
    }
  }
  if (digits == 0 || digits > 10 || (digits > 1 && text[0] == '0')) {
    throw Malformed("dtype '" + std::string(whole) + "' lacks a size");
  }
  text.remove_prefix(digits);
  return value;
}

// "[ns]" or "[25s]" of a datetime64; nothing for the generic unit.
bool is_time_unit(std::string_view text, std::string_view whole) {
  if (text.empty()) {
    return true;
  }
  if (text.size() < 3 || text.front() != '[' || text.back() != ']') {
    return false;
  }
  text = text.substr(1, text.size() - 2);
  if (text.front() >= '0' && text.front() <= '9') {
    const std::uint64_t count = leading_number(text, whole);
    if (count < 2 || count > std::numeric_limits<std::int32_t>::max()) {
      return false;
    }
  }
  static constexpr std::array<std::string_view, 13> kUnits = {"Y",  "M",  "W",  "D",  "h",  "m", "s",
                                                              "ms", "us", "ns", "ps", "fs", "as"};
  return std::find(kUnits.begin(), kUnits.end(), text) != kUnits.end();
}

}  // namespace

Dtype parse_dtype(std::string_view text) {
  const std::string_view whole = text;
  if (text.size() < 3 || std::string_view("<>|").find(text[0]) == std::string_view::npos ||
      std::string_view("biufcSUVMm").find(text[1]) == std::string_view::npos) {
    throw Malformed("dtype '" + std::string(whole) + "' is not known");
  }
  Dtype dtype{text[0], text[1], 0};
  text.remove_prefix(2);
  dtype.item_size = leading_number(text, whole);
  const bool is_time = dtype.kind == 'M' || dtype.kind == 'm';
  const bool may_be_empty = dtype.kind == 'S' || dtype.kind == 'U' || dtype.kind == 'V';
  if (is_time ? dtype.item_size != 8 || !is_time_unit(text, whole) : !text.empty()) {
    throw Malformed("dtype '" + std::string(whole) + "' is not known");
  }
  if (dtype.item_size == 0 && !may_be_empty) {
    throw Malformed("dtype '" + std::string(whole) + "' has no size");
  }
  if (dtype.kind == 'U') {
    dtype.item_size *= 4;
  }
  if (dtype.item_size > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max())) {
    throw Malformed("dtype '" + std::string(whole) + "' is too wide");
  }
  return dtype;
}

void prefer_huge_pages(void* memory, std::size_t size) noexcept {
  constexpr std::uintptr_t kPage = 4096;
  constexpr std::size_t kLarge = std::size_t{4} << 20;
  if (size >= kLarge) {
    const auto start = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) & ~(kPage - 1);
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + size) & ~(kPage - 1);
    (void)::madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);  // nothing depends on it
  }
}

Writer::Writer(std::uint64_t max_bytes) : max_bytes_(max_bytes) {
  std::memset(extend(kHeaderSize), 0, kHeaderSize);
}

void Writer::grow(std::size_t extra) {
  if (extra > max_bytes_ || size_ > max_bytes_ - extra) {
    throw TooLarge("the encoded value exceeds " + std::to_string(max_bytes_) + " bytes");
  }
  const std::size_t wanted = std::max({size_ + extra, kFirstCapacity, capacity_ * 2});
  const auto capacity = static_cast<std::size_t>(std::min<std::uint64_t>(wanted, max_bytes_));
  auto* grown = static_cast<unsigned char*>(std::realloc(data_.get(), capacity));
  if (grown == nullptr) {
    throw std::bad_alloc();
  }
  (void)data_.release();  // realloc has freed or kept it
  data_.reset(grown);
  prefer_huge_pages(grown, capacity);
  capacity_ = capacity;
}

void Writer::varint(std::uint64_t value) {
  unsigned char bytes[10];
  std::size_t size = 0;
  while (value >= 0x80) {
    bytes[size++] = static_cast<unsigned char>(value | 0x80);
    value >>= 7;
  }
  bytes[size++] = static_cast<unsigned char>(value);
  raw(bytes, size);
}

void Writer::short_text(std::string_view text) {
  if (text.size() > kMaxShortText) {
    throw std::length_error("short text of " + std::to_string(text.size()) + " bytes");
  }
  byte(static_cast<std::uint8_t>(text.size()));
  raw(text.data(), text.size());
}

std::span<const unsigned char> Writer::finish() {
  unsigned char* header = data_.get();
  std::memcpy(header, kMagic.data(), kMagic.size());
  store(header + 4, kVersion, 2);
  store(header + 6, 0, 2);
  store(header + 8, size_, 8);
  store(header + 16, crc32c(header + kHeaderSize, size_ - kHeaderSize), 4);
  store(header + 20, 0, 4);
  return {header, size_};
}

void Reader::fail(const std::string& what) const {
  throw Malformed("the document " + what + " (byte " + std::to_string(offset()) + " of its body)");
}

std::uint64_t Reader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const std::uint64_t next = byte();
    value |= (next & 0x7F) << shift;
    if (next < 0x80) {
      if ((next == 0 && shift != 0) || (shift == 63 && next > 1)) {
        break;  // a longer form than needed, or more than 64 bits
      }
      return value;
    }
  }
  fail("holds a number in a form that no encoder writes");
}

std::string_view Reader::short_text() {
  const std::uint8_t size = byte();
  if (size > kMaxShortText) {
    fail("holds a name of " + std::to_string(size) + " bytes");
  }
  return {reinterpret_cast<const char*>(take(size)), size};
}

std::span<const unsigned char> open(std::span<const unsigned char> document, const Caps& caps) {
  if (document.size() > caps.bytes) {
    throw TooLarge("the document has " + std::to_string(document.size()) + " bytes, allowed are " +
                   std::to_string(caps.bytes));
  }
  if (document.size() < kHeaderSize || !std::equal(kMagic.begin(), kMagic.end(), document.begin())) {
    throw Malformed("the document does not start with a value header");
  }
  const unsigned char* header = document.data();
  if (load(header + 4, 2) != kVersion || load(header + 6, 2) != 0 || load(header + 20, 4) != 0) {
    throw Malformed("the document has format version " + std::to_string(load(header + 4, 2)) + ", this is version " +
                    std::to_string(kVersion));
  }
  if (load(header + 8, 8) != document.size()) {
    throw Malformed("the document declares " + std::to_string(load(header + 8, 8)) + " bytes and has " +
                    std::to_string(document.size()));
  }
  const auto body = document.subspan(kHeaderSize);
  if (load(header + 16, 4) != crc32c(body.data(), body.size())) {
    throw Malformed("the document's checksum is wrong");
  }
  return body;
}

bool read_order(Reader& reader) {
  const std::uint8_t order = reader.byte();
  if (order > 1) {
    reader.fail("holds an array in no known order");
  }
  return order == 1;
}

void read_lengths(Reader& reader, Shape& shape) {
  shape.rank = reader.byte();
  if (shape.rank > kMaxDimensions) {
    reader.fail("holds an array of " + std::to_string(shape.rank) + " dimensions");
  }
  // The product without the zero lengths must fit too: numpy computes strides from it.
  constexpr auto kLimit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t nonzero = 1;
  bool empty = false;
  for (std::size_t i = 0; i < shape.rank; ++i) {
    const std::uint64_t length = reader.varint();
    shape.lengths[i] = length;
    empty = empty || length == 0;
    if (length > kLimit / nonzero) {
      reader.fail("holds an array whose shape overflows");
    }
    nonzero *= std::max<std::uint64_t>(length, 1);
  }
  shape.elements = empty ? 0 : nonzero;
}

}  // namespace effibench::codec
