#include "wire.hpp"

#include <cstdint>
#include <limits>

#include "check.hpp"

using namespace effibench;

TEST(what_is_written_is_read) {
  WireWriter writer;
  writer.integer(std::int64_t{-5}).integer(std::numeric_limits<std::int64_t>::max()).text("").text(std::string("a\0b", 3));
  writer.texts(std::vector<std::string>{"x", "", "yz"}).integers(std::vector<int>{3, -1}).texts(std::vector<std::string>{});
  WireReader reader(writer.data());
  CHECK(reader.integer() == -5);
  CHECK(reader.integer() == std::numeric_limits<std::int64_t>::max());
  CHECK(reader.text().empty());
  CHECK(reader.text() == std::string("a\0b", 3));
  CHECK((reader.texts() == std::vector<std::string>{"x", "", "yz"}));
  CHECK((reader.integers<int>() == std::vector<int>{3, -1}));
  CHECK(reader.texts().empty());
  reader.expect_end();
}

TEST(integers_are_little_endian_64_bit) {
  CHECK(WireWriter().integer(258).data() == std::string("\x02\x01\0\0\0\0\0\0", 8));
}

TEST(a_record_cut_anywhere_is_an_error) {
  const std::string whole = WireWriter().text("name").texts(std::vector<std::string>{"a", "bc"}).integer(7).data();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto read = [&] {
      WireReader reader(std::string_view(whole).substr(0, size));
      (void)reader.text();
      (void)reader.texts();
      (void)reader.integer();
      return 0;
    };
    CHECK_THROWS(read(), Error);
  }
}

TEST(a_length_is_compared_with_what_is_there) {
  for (const std::int64_t length : {std::int64_t{-1}, std::int64_t{9}, std::numeric_limits<std::int64_t>::max(),
                                    std::numeric_limits<std::int64_t>::min()}) {
    const std::string record = WireWriter().integer(length).data() + "12345678";
    CHECK_THROWS(WireReader(record).text(), Error);
    CHECK_THROWS(WireReader(record).texts(), Error);
    CHECK_THROWS(WireReader(record).integers<int>(), Error);
  }
  // One element of at least 8 bytes may be there, two can't.
  const std::string two = WireWriter().integer(2).data() + "12345678";
  CHECK_THROWS(WireReader(two).texts(), Error);
  CHECK(WireReader(two).text() == "12");
}

TEST(integers_fit_or_are_refused) {
  const std::string large = WireWriter().integer(std::int64_t{1} << 31).data();
  CHECK_THROWS(WireReader(large).integer<int>(), Error);
  CHECK(WireReader(large).integer<std::uint32_t>() == 1U << 31);
  CHECK_THROWS(WireReader(WireWriter().integer(-1).data()).integer<std::uint32_t>(), Error);
  CHECK(WireReader(WireWriter().integer(std::numeric_limits<int>::min()).data()).integer<int>() ==
        std::numeric_limits<int>::min());
}

TEST(what_is_left_over_is_an_error) {
  const std::string record = WireWriter().integer(1).data() + "x";
  WireReader reader(record);
  (void)reader.integer();
  CHECK_THROWS((reader.expect_end(), 0), Error);
}

TEST_MAIN
