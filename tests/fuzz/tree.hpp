// A document as a tree: what the targets compare with, and what the mutator works on.
//
// The tree is made with codec::Reader, as the extension module makes Python objects, and is written with codec::Writer.
// Numbers are kept as numbers and written anew, so a document whose tree has other bytes was not in the one form that
// an encoder writes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec.hpp"

namespace fuzz {

struct Value {
  effibench::codec::Tag tag = effibench::codec::Tag::none;
  std::string head;             // between the tag (or the count) and the values inside
  std::vector<Value> children;  // of a dict: key, value, key, value
  std::uint64_t lie = 0;        // added to the count that is written: the mutator's
};

struct Facts {
  std::uint64_t nodes = 0;
  std::uint32_t depth = 0;          // containers inside each other
  std::uint64_t free_elements = 0;  // the most elements without bytes of any array
  bool strides_overflow = false;    // the strides of some array don't fit numpy's type for them
};

// Throws codec::Malformed. Needs no validation before: what it allocates is bounded by the bytes.
Value parse(std::span<const unsigned char> body, Facts& facts);

// The whole document, with a header that fits. Throws codec::TooLarge above max_bytes.
std::vector<unsigned char> document(const Value& value, std::uint64_t max_bytes);

// A header that fits, before any bytes.
std::vector<unsigned char> sealed(std::span<const unsigned char> body);

[[nodiscard]] bool is_counted(effibench::codec::Tag tag);    // list, tuple, sets, dict
[[nodiscard]] bool is_container(effibench::codec::Tag tag);  // these, object_array and extension

}  // namespace fuzz
