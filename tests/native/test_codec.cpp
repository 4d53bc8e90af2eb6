#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "codec.hpp"
#include "crc32c.hpp"

using namespace effibench::codec;

namespace {

using Bytes = std::vector<unsigned char>;

Bytes finished(Writer& out) {
  const auto document = out.finish();
  return {document.begin(), document.end()};
}

void array(Writer& out, std::string_view dtype, const std::vector<std::uint64_t>& shape, std::size_t size) {
  out.tag(Tag::array);
  out.byte(0);
  out.short_text(dtype);
  out.byte(static_cast<std::uint8_t>(shape.size()));
  for (const std::uint64_t length : shape) {
    out.varint(length);
  }
  out.varint(size);
  if (size > 0) {
    std::memset(out.extend(size), 1, size);
  }
}

// One of everything.
Bytes sample() {
  Writer out(1 << 20);
  out.tag(Tag::list);
  out.varint(12);
  out.tag(Tag::none);
  out.tag(Tag::integer);
  out.varint(zigzag(-300));
  out.tag(Tag::real);
  out.raw("12345678", 8);
  out.tag(Tag::text);
  out.varint(3);
  out.raw("abc", 3);
  out.tag(Tag::dict);
  out.varint(1);
  out.tag(Tag::true_value);
  out.tag(Tag::complex);
  out.raw("1234567812345678", 16);
  out.tag(Tag::frozen_set);
  out.varint(0);
  array(out, "<f8", {2, 3}, 48);
  array(out, "<M8[25s]", {0, 5}, 0);
  out.tag(Tag::object_array);
  out.byte(1);
  out.byte(2);
  out.varint(1);
  out.varint(2);
  out.tag(Tag::ellipsis);
  out.tag(Tag::false_value);
  out.tag(Tag::scalar);
  out.short_text("<i4");
  out.raw("1234", 4);
  out.tag(Tag::extension);
  out.short_text("py.range");
  out.tag(Tag::tuple);
  out.varint(0);
  out.tag(Tag::big_integer);
  out.varint(9);
  out.raw("123456789", 9);
  return finished(out);
}

std::uint64_t walk(const Bytes& document, const Caps& caps = {}) { return validate(open(document, caps), caps); }

// The body as it is, under a header that fits it.
Bytes framed(const Bytes& body) {
  Writer out(std::uint64_t{1} << 30);
  out.raw(body.data(), body.size());
  return finished(out);
}

std::uint64_t walk_body(const Bytes& body, const Caps& caps = {}) { return walk(framed(body), caps); }

bool refused(const Bytes& document) {
  try {
    (void)walk(document);
    return false;
  } catch (const Malformed&) {
    return true;
  } catch (const TooLarge&) {
    return true;
  }
}

}  // namespace

TEST(crc_of_known_text) {
  CHECK(effibench::crc32c("123456789", 9) == 0xE3069283U);
  CHECK(effibench::crc32c_portable("123456789", 9) == 0xE3069283U);
  CHECK(effibench::crc32c("", 0) == 0);
}

TEST(crc_is_the_same_with_and_without_the_instruction) {
  std::mt19937 random(1);
  Bytes data(1000);
  for (auto& byte : data) {
    byte = static_cast<unsigned char>(random());
  }
  for (std::size_t start = 0; start < 9; ++start) {
    for (std::size_t size = 0; size < 70; ++size) {
      CHECK(effibench::crc32c(data.data() + start, size) == effibench::crc32c_portable(data.data() + start, size));
    }
  }
}

TEST(a_document_of_everything_is_valid) { CHECK(walk(sample()) == 18); }

TEST(zigzag_and_varint_round_trip) {
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{63}, std::int64_t{64},
                                   std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
    Writer out(1000);
    out.varint(zigzag(value));
    const auto document = out.finish();
    Reader reader(document.subspan(kHeaderSize));
    CHECK(unzigzag(reader.varint()) == value);
    CHECK(reader.remaining() == 0);
  }
}

TEST(every_truncation_is_refused) {
  const Bytes whole = sample();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK(refused(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size))));
    if (size > kHeaderSize) {  // also where the header says that this is all
      CHECK(refused(framed(Bytes(whole.begin() + kHeaderSize, whole.begin() + static_cast<std::ptrdiff_t>(size)))));
    }
  }
}

TEST(what_follows_the_value_is_refused) {
  Bytes body = {0x00, 0x00};
  CHECK_THROWS(walk_body(body), Malformed);
  CHECK_THROWS(walk_body({}), Malformed);
}

TEST(every_flipped_bit_is_noticed) {
  const Bytes whole = sample();
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    Bytes changed = whole;
    changed[bit / 8] = static_cast<unsigned char>(changed[bit / 8] ^ (1U << (bit % 8)));
    CHECK(refused(changed));
  }
}

TEST(random_bodies_never_pass_a_bound) {
  std::mt19937 random(7);
  const Bytes whole = sample();
  const Bytes body(whole.begin() + kHeaderSize, whole.end());
  const Caps caps{1 << 20, 10'000, 50};
  for (int round = 0; round < 20'000; ++round) {
    Bytes changed = body;
    for (unsigned change = 0; change <= random() % 4; ++change) {
      changed[random() % changed.size()] = static_cast<unsigned char>(random());
    }
    if (random() % 4 == 0) {
      changed.resize(random() % changed.size() + 1);
    }
    try {
      CHECK(walk_body(changed, caps) <= caps.nodes);
    } catch (const Malformed&) {
    } catch (const TooLarge&) {
    }
  }
}

TEST(counts_beyond_the_document_are_refused) {
  for (const Tag tag : {Tag::list, Tag::tuple, Tag::set, Tag::frozen_set, Tag::dict, Tag::text, Tag::bytes,
                        Tag::byte_array, Tag::big_integer}) {
    for (const std::uint64_t count : {std::uint64_t{2}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
      Writer out(1000);
      out.tag(tag);
      out.varint(count);
      out.byte(0);
      CHECK_THROWS(walk(finished(out)), Malformed);
    }
  }
}

TEST(shapes_that_do_not_fit_their_data_are_refused) {
  const std::vector<std::vector<std::uint64_t>> shapes = {
      {3}, {1, 3}, {}, {std::uint64_t{1} << 62}, {std::uint64_t{1} << 32, std::uint64_t{1} << 32}, {~std::uint64_t{0}},
      {0, std::uint64_t{1} << 62}};
  for (const auto& shape : shapes) {
    Writer out(1000);
    array(out, "<f8", shape, 16);
    CHECK_THROWS(walk(finished(out)), Malformed);
  }
  Writer free_lengths(1000);  // nothing follows, but numpy would compute strides from these
  array(free_lengths, "<f8", {0, std::uint64_t{1} << 62}, 0);
  CHECK_THROWS(walk(finished(free_lengths)), Malformed);
  Writer many(1000);
  many.tag(Tag::object_array);
  many.byte(0);
  many.byte(1);
  many.varint(std::uint64_t{1} << 40);
  CHECK_THROWS(walk(finished(many)), Malformed);
}

TEST(elements_without_bytes_are_counted) {
  Writer few(1000);
  array(few, "|S0", {5}, 0);
  CHECK(walk(finished(few)) == 1);
  Writer many(1000);
  array(many, "|S0", {std::uint64_t{1} << 40}, 0);
  CHECK_THROWS(walk(finished(many)), TooLarge);
}

TEST(too_many_dimensions_are_refused) {
  Writer out(10'000);
  array(out, "<f8", std::vector<std::uint64_t>(65, 1), 8);
  CHECK_THROWS(walk(finished(out)), Malformed);
}

TEST(depth_is_capped_without_recursion) {
  Bytes body;
  for (int i = 0; i < 100'000; ++i) {
    body.push_back(static_cast<unsigned char>(Tag::list));
    body.push_back(1);
  }
  body.push_back(0);
  CHECK_THROWS(walk_body(body), TooLarge);
  Caps deep;
  deep.depth = 100'000;
  CHECK(walk_body(body, deep) == 100'001);
}

TEST(nodes_and_bytes_are_capped) {
  const Bytes whole = sample();
  CHECK(walk(whole, {whole.size(), 18, 3}) == 18);
  CHECK_THROWS(walk(whole, {whole.size() - 1, 18, 3}), TooLarge);
  CHECK_THROWS(walk(whole, {whole.size(), 17, 3}), TooLarge);
  CHECK_THROWS(walk(whole, {whole.size(), 18, 2}), TooLarge);
}

TEST(numbers_in_a_longer_form_than_needed_are_refused) {
  CHECK_THROWS(walk_body({0x04, 0x80, 0x00}), Malformed);
  CHECK_THROWS(walk_body({0x04, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02}), Malformed);
  CHECK_THROWS(walk_body({0x04, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x81, 0x00}), Malformed);
  CHECK(walk_body({0x04, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01}) == 1);
}

TEST(dtypes) {
  CHECK(parse_dtype("<f8").item_size == 8);
  CHECK(parse_dtype("<U5").item_size == 20);
  CHECK(parse_dtype("|S0").item_size == 0);
  CHECK(parse_dtype("<m8").item_size == 8);
  CHECK(parse_dtype(">M8[ns]").order == '>');
  CHECK(parse_dtype("<M8[2147483647s]").item_size == 8);
  for (const char* text : {"", "f8", "<f", "<f08", "<f8x", "=f8", "|O8", "|O", "<f0", "<M8[", "<M8[]", "<M8[1s]", "<M8[xs]",
                           "<M4[s]", "<M8[99999999999s]", "<U9999999999", "|V4294967296", "<f8[s]", "<T8"}) {
    CHECK_THROWS(parse_dtype(text), Malformed);
  }
}

TEST(the_writer_stops_at_its_cap) {
  Writer out(kHeaderSize + 10);
  out.raw("0123456789", 10);
  CHECK_THROWS(out.byte(0), TooLarge);
  CHECK_THROWS((void)out.extend(~std::size_t{0}), TooLarge);
  CHECK(out.finish().size() == kHeaderSize + 10);
  CHECK_THROWS(Writer(kHeaderSize - 1), TooLarge);
}

TEST_MAIN
