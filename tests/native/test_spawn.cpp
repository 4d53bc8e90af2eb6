#include "spawn.hpp"

#include "check.hpp"
#include "error.hpp"

using namespace effibench;

namespace {

// Every field differs from its default and from every other field.
SpawnSpec full() {
  SpawnSpec spec;
  spec.role = "command";
  spec.nice = -7;
  spec.cpus = {2, 5};
  spec.limits = {11, 12, 13, 14, 15, 16};
  spec.uid = 17;
  spec.scratch = "/scratch";
  spec.landlock_abi = 18;
  spec.read_only = {"/a", "/b"};
  spec.read_write = {"/c"};
  spec.hidden = {"/a/d"};
  spec.seccomp = false;
  spec.allow_subprocess = true;
  spec.tolerate = true;
  spec.argv = {"/bin/true", "", "x"};
  spec.environment = {"A=1"};
  return spec;
}

}  // namespace

TEST(every_field_survives_the_wire) {
  const SpawnSpec sent = full();
  const SpawnSpec got = SpawnSpec::decode(sent.encode());
  CHECK(got.nice == sent.nice && got.role == sent.role && got.cpus == sent.cpus && got.uid == sent.uid && got.scratch == sent.scratch);
  CHECK(got.limits.cpu_seconds == 11 && got.limits.memory_bytes == 12 && got.limits.file_bytes == 13);
  CHECK(got.limits.open_files == 14 && got.limits.stack_bytes == 15 && got.limits.address_slack_bytes == 16);
  CHECK(got.landlock_abi == 18 && got.read_only == sent.read_only && got.read_write == sent.read_write && got.hidden == sent.hidden);
  CHECK(!got.seccomp && got.allow_subprocess && got.tolerate);
  CHECK(got.argv == sent.argv && got.environment == sent.environment);
}

TEST(defaults_survive_the_wire) {
  const SpawnSpec got = SpawnSpec::decode(SpawnSpec().encode());
  CHECK(got.role.empty() && got.uid == -1 && got.seccomp && !got.allow_subprocess && !got.tolerate);
  CHECK(got.limits.address_slack_bytes == Limits().address_slack_bytes && got.limits.cpu_seconds == -1);
}

TEST(a_description_cut_anywhere_is_an_error) {
  const std::string whole = full().encode();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CHECK_THROWS(SpawnSpec::decode(std::string_view(whole).substr(0, size)), Error);
  }
  CHECK_THROWS(SpawnSpec::decode(whole + "x"), Error);
}

TEST_MAIN
