// The codec's first line: opening and validating a document that a hostile process wrote.
//
// What must hold for any bytes:
//   - open() and validate() throw nothing but Malformed and TooLarge, and read nothing outside of the document;
//   - what validate() lets through, the reader that follows can read without a further refusal, its tree has as many
//     nodes as validate() counted, and an encoder would write the tree in the same bytes;
//   - whoever has passed may compute numpy's strides of every array without an overflow;
//   - the caps are exact: one node, level or byte less than a document has, and it is refused;
//   - no valid body is the front of another.
#include <algorithm>

#include "crc32c.hpp"
#include "fuzz.hpp"
#include "tree.hpp"

using namespace effibench::codec;

namespace {

constexpr Caps kCaps{std::uint64_t{1} << 20, 20'000, 200};

enum class Answer : std::uint8_t { valid, malformed, too_large };

template <typename Body>
Answer answer(Body body) {
  try {
    body();
    return Answer::valid;
  } catch (const Malformed&) {
    return Answer::malformed;
  } catch (const TooLarge&) {
    return Answer::too_large;
  }
}

Answer walk(std::span<const unsigned char> body, const Caps& caps) {
  return answer([&] { (void)validate(body, caps); });
}

void check_caps(std::span<const unsigned char> whole, std::span<const unsigned char> body, const fuzz::Facts& facts) {
  // Elements without bytes count against the nodes, each array for itself.
  const Caps exact{whole.size(), std::max(facts.nodes, facts.free_elements), facts.depth};
  REQUIRE(walk(body, exact) == Answer::valid);
  REQUIRE(answer([&] { (void)open(whole, exact); }) == Answer::valid);
  Caps less = exact;
  less.nodes = facts.nodes - 1;
  REQUIRE(walk(body, less) == Answer::too_large);
  less = exact;
  if (less.depth > 0) {
    --less.depth;
    REQUIRE(walk(body, less) == Answer::too_large);
  }
  less = exact;
  --less.bytes;
  REQUIRE(answer([&] { (void)open(whole, less); }) == Answer::too_large);
}

void check_edges(std::span<const unsigned char> body, std::uint32_t number) {
  std::vector<unsigned char> longer(body.begin(), body.end());
  longer.push_back(static_cast<unsigned char>(number));
  REQUIRE(walk(longer, kCaps) == Answer::malformed);
  // A copy, so that the sanitizer sees a read past the end.
  const std::vector<unsigned char> shorter(body.begin(), body.begin() + number % body.size());
  REQUIRE(walk(shorter, kCaps) != Answer::valid);
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) { return 0; }

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const unsigned char> whole(data, size);
  std::span<const unsigned char> body;
  if (answer([&] { body = open(whole, kCaps); }) != Answer::valid) {
    return 0;
  }
  REQUIRE(body.data() == data + kHeaderSize && body.size() == size - kHeaderSize);
  const std::uint32_t crc = effibench::crc32c(body.data(), body.size());
  REQUIRE(crc == effibench::crc32c_portable(body.data(), body.size()));
  std::uint64_t nodes = 0;
  if (answer([&] { nodes = validate(body, kCaps); }) != Answer::valid) {
    return 0;
  }
  fuzz::Facts facts;
  const fuzz::Value value = fuzz::parse(body, facts);  // an exception here ends the run
  REQUIRE(facts.nodes == nodes && nodes <= kCaps.nodes && facts.depth <= kCaps.depth);
  REQUIRE(facts.free_elements <= kCaps.nodes);
  REQUIRE(!facts.strides_overflow);
  const std::vector<unsigned char> again = fuzz::document(value, size);
  REQUIRE(std::equal(again.begin(), again.end(), whole.begin(), whole.end()));
  check_caps(whole, body, facts);
  check_edges(body, crc);
  return 0;
}
