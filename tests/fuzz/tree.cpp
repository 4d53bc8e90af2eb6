#include "tree.hpp"

#include <algorithm>

namespace fuzz {

using effibench::codec::Dtype;
using effibench::codec::Malformed;
using effibench::codec::Reader;
using effibench::codec::Shape;
using effibench::codec::Tag;
using effibench::codec::Writer;

namespace {

// Apart from Writer::varint, so that the two check each other.
void append_varint(std::string& out, std::uint64_t value) {
  do {
    const auto low = static_cast<unsigned char>(value & 0x7F);
    value >>= 7;
    out.push_back(static_cast<char>(low | (value != 0 ? 0x80 : 0)));
  } while (value != 0);
}

void append_bytes(std::string& out, Reader& reader, std::uint64_t size) {
  out.append(reinterpret_cast<const char*>(reader.take(size)), size);
}

std::string_view append_name(std::string& out, Reader& reader) {
  const std::string_view name = reader.short_text();
  out.push_back(static_cast<char>(name.size()));
  out += name;
  return name;
}

// As bind_numpy.cpp computes them.
bool strides_overflow(const Shape& shape, std::uint64_t item_size) {
  auto stride = static_cast<std::int64_t>(item_size);
  bool overflow = false;
  for (std::size_t i = 0; i < shape.rank; ++i) {
    const std::int64_t length = std::max<std::int64_t>(static_cast<std::int64_t>(shape.lengths[i]), 1);
    overflow = __builtin_mul_overflow(stride, length, &stride) || overflow;
  }
  return overflow;
}

void append_shape(std::string& out, Reader& reader, Shape& shape) {
  effibench::codec::read_lengths(reader, shape);
  out.push_back(static_cast<char>(shape.rank));
  for (std::size_t i = 0; i < shape.rank; ++i) {
    append_varint(out, shape.lengths[i]);
  }
}

class Parser {
 public:
  Parser(Reader& reader, Facts& facts) : reader_(reader), facts_(facts) {}

  Value value(std::uint32_t depth) {
    Value made;
    made.tag = static_cast<Tag>(reader_.byte());
    ++facts_.nodes;
    const std::uint64_t inside = head(made);
    if (is_container(made.tag)) {
      if (++depth > effibench::codec::kMaxDepth) {
        reader_.fail("is too deep for this recursion");
      }
      facts_.depth = std::max(facts_.depth, depth);
    }
    for (std::uint64_t i = 0; i < inside; ++i) {
      made.children.push_back(value(depth));
    }
    return made;
  }

 private:
  // Returns how many values are inside.
  std::uint64_t head(Value& made) {
    std::string& head = made.head;
    switch (made.tag) {
      case Tag::none:
      case Tag::false_value:
      case Tag::true_value:
      case Tag::ellipsis:
        return 0;
      case Tag::integer: {
        const std::int64_t number = effibench::codec::unzigzag(reader_.varint());
        append_varint(head, effibench::codec::zigzag(number));
        return 0;
      }
      case Tag::real:
      case Tag::complex:
        append_bytes(head, reader_, made.tag == Tag::real ? 8 : 16);
        return 0;
      case Tag::big_integer:
      case Tag::text:
      case Tag::bytes:
      case Tag::byte_array: {
        const std::uint64_t size = reader_.varint();
        append_varint(head, size);
        append_bytes(head, reader_, size);
        return 0;
      }
      case Tag::list:
      case Tag::tuple:
      case Tag::set:
      case Tag::frozen_set:
        return reader_.count();
      case Tag::dict:
        return reader_.count() * 2;
      case Tag::array:
        return array(head);
      case Tag::object_array: {
        Shape shape;
        head.push_back(effibench::codec::read_order(reader_) ? 1 : 0);
        append_shape(head, reader_, shape);
        facts_.strides_overflow = facts_.strides_overflow || strides_overflow(shape, sizeof(void*));
        return shape.elements;
      }
      case Tag::scalar: {
        const Dtype dtype = effibench::codec::parse_dtype(append_name(head, reader_));
        append_bytes(head, reader_, dtype.item_size);
        return 0;
      }
      case Tag::extension:
        append_name(head, reader_);
        return 1;
    }
    reader_.fail("holds an unknown tag");
  }

  std::uint64_t array(std::string& head) {
    Shape shape;
    head.push_back(effibench::codec::read_order(reader_) ? 1 : 0);
    const Dtype dtype = effibench::codec::parse_dtype(append_name(head, reader_));
    append_shape(head, reader_, shape);
    const std::uint64_t size = reader_.varint();
    std::uint64_t wanted = 0;
    if (__builtin_mul_overflow(dtype.item_size, shape.elements, &wanted) || wanted != size) {
      reader_.fail("holds an array whose data and shape differ");
    }
    append_varint(head, size);
    append_bytes(head, reader_, size);
    if (dtype.item_size == 0) {
      facts_.free_elements = std::max(facts_.free_elements, shape.elements);
    }
    facts_.strides_overflow = facts_.strides_overflow || strides_overflow(shape, dtype.item_size);
    return 0;
  }

  Reader& reader_;
  Facts& facts_;
};

void write(Writer& out, const Value& value) {
  out.tag(value.tag);
  if (is_counted(value.tag)) {
    out.varint(value.children.size() / (value.tag == Tag::dict ? 2 : 1) + value.lie);
  }
  out.raw(value.head.data(), value.head.size());
  for (const Value& child : value.children) {
    write(out, child);
  }
}

std::vector<unsigned char> copy(std::span<const unsigned char> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

bool is_counted(Tag tag) {
  return tag == Tag::list || tag == Tag::tuple || tag == Tag::set || tag == Tag::frozen_set || tag == Tag::dict;
}

bool is_container(Tag tag) { return is_counted(tag) || tag == Tag::object_array || tag == Tag::extension; }

Value parse(std::span<const unsigned char> body, Facts& facts) {
  Reader reader(body);
  Value value = Parser(reader, facts).value(0);
  if (reader.remaining() != 0) {
    reader.fail("goes on after its value");
  }
  return value;
}

std::vector<unsigned char> document(const Value& value, std::uint64_t max_bytes) {
  Writer out(max_bytes);
  write(out, value);
  return copy(out.finish());
}

std::vector<unsigned char> sealed(std::span<const unsigned char> body) {
  Writer out(effibench::codec::kHeaderSize + body.size());
  out.raw(body.data(), body.size());
  return copy(out.finish());
}

}  // namespace fuzz
