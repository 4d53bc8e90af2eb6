// Mutates documents as trees, so that most of what is tried gets past the header and deep into the format.
//
// A mutation is one of: bytes of the whole document (rarely: nearly all of these fail at the checksum), bytes of the
// body under a header that fits, or a change of the tree. Trees that are still valid, trees that lie about one count and
// bodies with arbitrary damage all occur.
#include <algorithm>
#include <array>
#include <random>

#include "fuzz.hpp"
#include "tree.hpp"

using namespace effibench::codec;

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;

using Random = std::minstd_rand;
using Document = std::vector<unsigned char>;

std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

void collect(fuzz::Value& value, std::vector<fuzz::Value*>& all) {
  all.push_back(&value);
  for (fuzz::Value& child : value.children) {
    collect(child, all);
  }
}

fuzz::Value* any_of(fuzz::Value& root, Random& random) {
  std::vector<fuzz::Value*> all;
  collect(root, all);
  return all[below(random, all.size())];
}

void wrap(fuzz::Value& value, Random& random) {
  static constexpr std::array kTags{Tag::list, Tag::tuple, Tag::set, Tag::frozen_set, Tag::extension};
  // Up to beyond the default cap on depth.
  const std::size_t levels = below(random, 4) == 0 ? below(random, 250) + 1 : 1;
  for (std::size_t level = 0; level < levels; ++level) {
    fuzz::Value outer;
    outer.tag = kTags[below(random, kTags.size())];
    if (outer.tag == Tag::extension) {
      outer.head = std::string("\x08") + "py.range";
    }
    outer.children.push_back(std::move(value));
    value = std::move(outer);
  }
}

void retag(fuzz::Value& value, Random& random) {
  static constexpr std::array kCounted{Tag::list, Tag::tuple, Tag::set, Tag::frozen_set, Tag::dict};
  static constexpr std::array kSized{Tag::big_integer, Tag::text, Tag::bytes, Tag::byte_array};
  if (fuzz::is_counted(value.tag)) {
    value.tag = kCounted[below(random, kCounted.size())];
    if (value.tag == Tag::dict && value.children.size() % 2 != 0) {
      value.children.pop_back();
    }
  } else if (std::find(kSized.begin(), kSized.end(), value.tag) != kSized.end()) {
    value.tag = kSized[below(random, kSized.size())];
  } else {
    value.tag = static_cast<Tag>(random());
  }
}

void mutate_head(fuzz::Value& value, Random& random) {
  const std::size_t size = value.head.size();
  value.head.resize(size + 16);
  value.head.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(value.head.data()), size, size + 16));
  if (value.head.empty() && below(random, 2) == 0) {
    value.head.push_back('\0');
  }
}

void change(fuzz::Value& root, Random& random) {
  fuzz::Value& value = *any_of(root, random);
  std::vector<fuzz::Value>& children = value.children;
  switch (below(random, 9)) {
    case 0:
      wrap(value, random);
      break;
    case 1:
      retag(value, random);
      break;
    case 2:
      mutate_head(value, random);
      break;
    case 3: {  // by way of a copy: one may be inside of the other
      fuzz::Value copy = *any_of(root, random);
      value = std::move(copy);
      break;
    }
    case 4:
      value.lie = below(random, 2) == 0 ? below(random, 4) - 1 : ~std::uint64_t{0} << below(random, 64);
      break;
    case 5:
      if (!children.empty()) {
        children.erase(children.begin() + static_cast<std::ptrdiff_t>(below(random, children.size())));
      }
      break;
    case 6:
      if (!children.empty()) {
        fuzz::Value copy = children[below(random, children.size())];
        children.insert(children.begin() + static_cast<std::ptrdiff_t>(below(random, children.size())), std::move(copy));
      }
      break;
    case 7:
      if (children.size() > 1) {
        std::swap(children[below(random, children.size())], children[below(random, children.size())]);
      }
      break;
    default: {  // many: at 256 keys a decoder changes its ways
      const std::size_t times = below(random, 300);
      for (std::size_t i = 0; i < times && fuzz::is_counted(value.tag) && children.size() < 600; ++i) {
        fuzz::Value number;
        number.tag = Tag::integer;
        number.head = {static_cast<char>((i & 0x7F) | (i > 0x7F ? 0x80 : 0))};
        if (i > 0x7F) {
          number.head.push_back(static_cast<char>(i >> 7));
        }
        children.push_back(std::move(number));
      }
      break;
    }
  }
}

// As an encoder orders them.
void sort_sets(fuzz::Value& value) {
  for (fuzz::Value& child : value.children) {
    sort_sets(child);
  }
  if (value.tag == Tag::set || value.tag == Tag::frozen_set) {
    std::vector<std::pair<Document, fuzz::Value>> keyed;
    for (fuzz::Value& child : value.children) {
      Document bytes = fuzz::document(child, kMaxBytes);
      bytes.erase(bytes.begin(), bytes.begin() + kHeaderSize);
      keyed.emplace_back(std::move(bytes), std::move(child));
    }
    const auto before = [](const auto& one, const auto& other) { return one.first < other.first; };
    std::sort(keyed.begin(), keyed.end(), before);
    value.children.clear();
    for (auto& [bytes, child] : keyed) {
      value.children.push_back(std::move(child));
    }
  }
}

bool parse(const std::uint8_t* data, std::size_t size, fuzz::Value& value) {
  if (size <= kHeaderSize) {
    return false;
  }
  try {
    fuzz::Facts facts;
    value = fuzz::parse({data + kHeaderSize, size - kHeaderSize}, facts);
    return facts.nodes <= 5000;
  } catch (const Malformed&) {
    return false;
  }
}

// 0 if it does not fit.
std::size_t store(const Document& made, std::uint8_t* data, std::size_t max_size) {
  if (made.size() > max_size) {
    return 0;
  }
  std::copy(made.begin(), made.end(), data);
  return made.size();
}

std::size_t store_tree(fuzz::Value& value, Random& random, std::uint8_t* data, std::size_t max_size) {
  try {
    if (below(random, 4) != 0) {
      sort_sets(value);
    }
    return store(fuzz::document(value, kMaxBytes), data, max_size);
  } catch (const TooLarge&) {
    return 0;
  }
}

}  // namespace

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed) {
  Random random(seed);
  if (max_size <= kHeaderSize + 1 || below(random, 32) == 0) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  fuzz::Value root;
  if (below(random, 2) == 0 && parse(data, size, root)) {
    for (std::size_t turns = below(random, 3) + 1; turns > 0; --turns) {
      change(root, random);
    }
    if (const std::size_t made = store_tree(root, random, data, max_size); made != 0) {
      return made;
    }
  }
  const std::size_t old = size > kHeaderSize ? size - kHeaderSize : 0;
  Document body(max_size - kHeaderSize);
  std::copy_n(data + (size - old), old, body.begin());
  body.resize(LLVMFuzzerMutate(body.data(), old, body.size()));
  return store(fuzz::sealed(body), data, max_size);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size, const std::uint8_t* second,
                                      std::size_t second_size, std::uint8_t* out, std::size_t max_size, unsigned seed) {
  Random random(seed);
  fuzz::Value one;
  fuzz::Value other;
  if (!parse(first, first_size, one) || !parse(second, second_size, other)) {
    return 0;
  }
  fuzz::Value& place = *any_of(one, random);
  place = *any_of(other, random);
  return store_tree(one, random, out, max_size);
}
