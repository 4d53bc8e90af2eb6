// The fixed records: WireReader, and SpawnSpec, the largest of them.
//
// The first byte chooses: a SpawnSpec, or a script of reads (a length, that many operations, the record). What must
// hold: nothing but Error is thrown, nothing outside of the record is read, and a WireWriter makes the same bytes of
// what was read.
#include <array>
#include <functional>
#include <string>

#include "error.hpp"
#include "fuzz.hpp"
#include "spawn.hpp"
#include "wire.hpp"

using namespace effibench;

namespace {

using Step = void (*)(WireReader&, WireWriter&);

template <typename Integer>
void integer(WireReader& reader, WireWriter& writer) {
  writer.integer(reader.integer<Integer>());
}

template <typename Integer>
void integers(WireReader& reader, WireWriter& writer) {
  writer.integers(reader.integers<Integer>());
}

void text(WireReader& reader, WireWriter& writer) { writer.text(reader.text()); }

void texts(WireReader& reader, WireWriter& writer) { writer.texts(reader.texts()); }

constexpr std::array<Step, 10> kSteps{
    integer<std::int64_t>,  integer<std::int32_t>, integer<std::uint64_t>, integer<std::uint32_t>, integer<std::int8_t>,
    integers<std::int32_t>, integers<std::int64_t>, integers<std::uint8_t>, text,                   texts};

void run_script(std::string_view script, std::string_view record) {
  WireReader reader(record);
  WireWriter writer;
  for (const char step : script) {
    try {
      kSteps[static_cast<unsigned char>(step) % kSteps.size()](reader, writer);
    } catch (const Error&) {
      return;
    }
    REQUIRE(record.starts_with(writer.data()));
  }
  bool ends = true;
  try {
    reader.expect_end();
  } catch (const Error&) {
    ends = false;
  }
  REQUIRE(ends == (writer.data().size() == record.size()));
}

void read_spec(std::string_view record) {
  SpawnSpec spec;
  try {
    spec = SpawnSpec::decode(record);
  } catch (const Error&) {
    return;
  }
  const std::string once = spec.encode();  // flags may have been any number but zero
  REQUIRE(once.size() == record.size());
  REQUIRE(SpawnSpec::decode(once).encode() == once);
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) { return 0; }

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Parts input(data, size);
  if (input.byte() % 2 == 0) {
    read_spec(input.rest());
  } else {
    const std::string_view script = input.bytes(input.byte());
    run_script(script, input.rest());
  }
  return 0;
}
