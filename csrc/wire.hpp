// Little-endian packing of the small fixed records that host, zygote and child exchange.
//
// Values of tasks and results never travel this way: they have the codec. A WireReader trusts nothing: every
// read is bounds-checked, a length is compared with what is left before anything is allocated, and an integer has to
// fit the type that is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "error.hpp"

namespace effibench {

class WireWriter {
 public:
  template <typename Integer>
  WireWriter& integer(Integer value) {
    static_assert(std::is_integral_v<Integer>);
    const auto wide = static_cast<std::int64_t>(value);
    data_.append(reinterpret_cast<const char*>(&wide), sizeof wide);
    return *this;
  }
  WireWriter& text(std::string_view value) {
    integer(value.size());
    data_.append(value);
    return *this;
  }
  template <typename Range>
  WireWriter& texts(const Range& values) {
    integer(values.size());
    for (const auto& value : values) {
      text(value);
    }
    return *this;
  }
  template <typename Range>
  WireWriter& integers(const Range& values) {
    integer(values.size());
    for (const auto& value : values) {
      integer(value);
    }
    return *this;
  }
  [[nodiscard]] const std::string& data() const noexcept { return data_; }

 private:
  std::string data_;
};

class WireReader {
 public:
  explicit WireReader(std::string_view data) noexcept : data_(data) {}

  template <typename Integer = std::int64_t>
  Integer integer() {
    std::int64_t wide = 0;
    std::memcpy(&wide, take(sizeof wide).data(), sizeof wide);
    if (!std::in_range<Integer>(wide)) {
      throw Error("malformed record: integer " + std::to_string(wide) + " out of range");
    }
    return static_cast<Integer>(wide);
  }
  std::string text() { return std::string(take(length(1))); }
  std::vector<std::string> texts() {
    std::vector<std::string> values(length(sizeof(std::int64_t)));
    for (std::string& value : values) {
      value = text();
    }
    return values;
  }
  template <typename Integer>
  std::vector<Integer> integers() {
    std::vector<Integer> values(length(sizeof(std::int64_t)));
    for (Integer& value : values) {
      value = integer<Integer>();
    }
    return values;
  }
  void expect_end() const {
    if (!data_.empty()) {
      throw Error("malformed record: " + std::to_string(data_.size()) + " bytes too many");
    }
  }

 private:
  // An element count whose elements, `unit` bytes each at least, can still be there.
  std::size_t length(std::size_t unit) {
    const auto count = integer<std::int64_t>();
    if (count < 0 || static_cast<std::uint64_t>(count) > data_.size() / unit) {
      throw Error("malformed record: length " + std::to_string(count) + " exceeds the record");
    }
    return static_cast<std::size_t>(count);
  }
  std::string_view take(std::size_t size) {
    if (size > data_.size()) {
      throw Error("malformed record: truncated");
    }
    const std::string_view part = data_.substr(0, size);
    data_.remove_prefix(size);
    return part;
  }

  std::string_view data_;
};

}  // namespace effibench
