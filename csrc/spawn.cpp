#include "spawn.hpp"

#include "wire.hpp"

namespace effibench {

std::string SpawnSpec::encode() const {
  WireWriter writer;
  writer.text(role).integers(cpus).integer(nice);
  writer.integer(limits.cpu_seconds).integer(limits.memory_bytes).integer(limits.file_bytes);
  writer.integer(limits.open_files).integer(limits.stack_bytes).integer(limits.address_slack_bytes);
  writer.integer(uid).text(scratch).integer(landlock_abi).texts(read_only).texts(read_write).texts(hidden);
  writer.integer<int>(seccomp).integer<int>(allow_subprocess).integer<int>(allow_memfd);
  writer.integer<int>(allow_metadata).integer<int>(allow_truncation).integer<int>(signal_others);
  writer.integer<int>(tolerate).texts(argv).texts(environment);
  return writer.data();
}

SpawnSpec SpawnSpec::decode(std::string_view data) {
  WireReader reader(data);
  SpawnSpec spec;
  spec.role = reader.text();
  spec.cpus = reader.integers<int>();
  spec.nice = reader.integer<int>();
  spec.limits.cpu_seconds = reader.integer();
  spec.limits.memory_bytes = reader.integer();
  spec.limits.file_bytes = reader.integer();
  spec.limits.open_files = reader.integer();
  spec.limits.stack_bytes = reader.integer();
  spec.limits.address_slack_bytes = reader.integer();
  spec.uid = reader.integer();
  spec.scratch = reader.text();
  spec.landlock_abi = reader.integer<int>();
  spec.read_only = reader.texts();
  spec.read_write = reader.texts();
  spec.hidden = reader.texts();
  spec.seccomp = reader.integer() != 0;
  spec.allow_subprocess = reader.integer() != 0;
  spec.allow_memfd = reader.integer() != 0;
  spec.allow_metadata = reader.integer() != 0;
  spec.allow_truncation = reader.integer() != 0;
  spec.signal_others = reader.integer() != 0;
  spec.tolerate = reader.integer() != 0;
  spec.argv = reader.texts();
  spec.environment = reader.texts();
  reader.expect_end();
  return spec;
}

}  // namespace effibench
