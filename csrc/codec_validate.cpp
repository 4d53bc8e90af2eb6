// The walk over an untrusted document, with a stack of its own so that depth costs no recursion.
#include <limits>
#include <vector>

#include "codec.hpp"

namespace effibench::codec {
namespace {

// Lengths beside a zero length cost nothing to declare; numpy multiplies them all the same, with the item size.
void check_strides(const Reader& reader, const Shape& shape, std::uint64_t item_size) {
  std::uint64_t room = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  room /= item_size == 0 ? 1 : item_size;
  for (std::size_t i = 0; i < shape.rank; ++i) {
    room /= shape.lengths[i] == 0 ? 1 : shape.lengths[i];
  }
  if (room == 0) {
    reader.fail("holds an array whose shape overflows");
  }
}

// Consumes what follows the tag, except the values inside; returns how many values those are.
std::uint64_t enter(Reader& reader, Tag tag, const Caps& caps) {
  switch (tag) {
    case Tag::none:
    case Tag::false_value:
    case Tag::true_value:
    case Tag::ellipsis:
      return 0;
    case Tag::integer:
      (void)reader.varint();
      return 0;
    case Tag::real:
      (void)reader.take(8);
      return 0;
    case Tag::complex:
      (void)reader.take(16);
      return 0;
    case Tag::big_integer:
    case Tag::text:
    case Tag::bytes:
    case Tag::byte_array:
      (void)reader.take(reader.varint());
      return 0;
    case Tag::list:
    case Tag::tuple:
    case Tag::set:
    case Tag::frozen_set:
      return reader.count();
    case Tag::dict: {
      const std::uint64_t pairs = reader.count();
      if (pairs > reader.remaining() / 2) {
        reader.fail("declares more than it holds");
      }
      return pairs * 2;
    }
    case Tag::array: {
      Shape shape;
      shape.fortran = read_order(reader);
      const Dtype dtype = parse_dtype(reader.short_text());
      read_lengths(reader, shape);
      const std::uint64_t size = reader.varint();
      // Elements without bytes cost nothing to declare, so they count like nodes.
      if (dtype.item_size == 0 && shape.elements > caps.nodes) {
        throw TooLarge("an array has " + std::to_string(shape.elements) + " elements of no size");
      }
      if (dtype.item_size == 0 ? size != 0
                               : size % dtype.item_size != 0 || size / dtype.item_size != shape.elements) {
        reader.fail("holds an array whose data and shape differ");
      }
      check_strides(reader, shape, dtype.item_size);
      (void)reader.take(size);
      return 0;
    }
    case Tag::object_array: {
      Shape shape;
      shape.fortran = read_order(reader);
      read_lengths(reader, shape);
      check_strides(reader, shape, sizeof(void*));
      if (shape.elements > reader.remaining()) {
        reader.fail("declares more than it holds");
      }
      return shape.elements;
    }
    case Tag::scalar:
      (void)reader.take(parse_dtype(reader.short_text()).item_size);
      return 0;
    case Tag::extension:
      (void)reader.short_text();
      return 1;
  }
  reader.fail("holds the unknown tag " + std::to_string(static_cast<unsigned>(tag)));
}

constexpr bool is_container(Tag tag) {
  switch (tag) {
    case Tag::list:
    case Tag::tuple:
    case Tag::dict:
    case Tag::set:
    case Tag::frozen_set:
    case Tag::object_array:
    case Tag::extension:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::uint64_t validate(std::span<const unsigned char> body, const Caps& caps) {
  Reader reader(body);
  std::vector<std::uint64_t> open_counts;  // values still to come in each open container
  std::uint64_t nodes = 0;
  do {
    if (++nodes > caps.nodes) {
      throw TooLarge("the document has more than " + std::to_string(caps.nodes) + " values");
    }
    const Tag tag = static_cast<Tag>(reader.byte());
    if (is_container(tag) && open_counts.size() >= caps.depth) {
      throw TooLarge("the document nests deeper than " + std::to_string(caps.depth) + " levels");
    }
    const std::uint64_t inside = enter(reader, tag, caps);
    if (inside > 0) {
      open_counts.push_back(inside);
      continue;
    }
    while (!open_counts.empty() && --open_counts.back() == 0) {
      open_counts.pop_back();
    }
  } while (!open_counts.empty());
  if (reader.remaining() != 0) {
    reader.fail("goes on after its value");
  }
  return nodes;
}

}  // namespace effibench::codec
