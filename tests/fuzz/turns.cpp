// The answers of a player that takes turns, and the result file that they point into.
//
// The input is {an accepted answer, the result file, then for each of three turns a byte that is ignored and the payload
// of the frame that answers}. What must hold: nothing is thrown; an answer is refused exactly if its lengths are not
// positive, exceed the cap or the file, or don't fill its payload; and what is handed on are the results that are not
// accepted, each once.
#include <sys/mman.h>

#include <algorithm>
#include <optional>

#include "dead_child.hpp"
#include "fuzz.hpp"
#include "stream.hpp"
#include "turns.hpp"

using namespace effibench;

namespace {

constexpr std::uint32_t kAnswer = 16;
constexpr std::size_t kTurns = 3;
const AnswerLayout kLayout{kAnswer, 8, 4096};

Fd memory_file(std::string_view text) {
  Fd fd(check(::memfd_create("fuzz", MFD_CLOEXEC), "memfd_create"));
  check(::write(fd.get(), text.data(), text.size()), "write");
  return fd;
}

// What the answer says, read a second time; nullopt if nobody honest sends it.
std::optional<std::vector<std::string>> results_in(std::string_view payload, std::string_view file) {
  if (payload.size() < kLayout.record_bytes) {
    return std::nullopt;
  }
  payload.remove_prefix(kLayout.record_bytes);
  std::vector<std::string> results;
  std::uint64_t total = 0;
  while (!payload.empty()) {
    std::int64_t length = 0;
    if (payload.size() < sizeof length) {
      return std::nullopt;
    }
    std::memcpy(&length, payload.data(), sizeof length);
    payload.remove_prefix(sizeof length);
    if (length <= 0 || length > kLayout.max_result_bytes) {
      return std::nullopt;
    }
    total += static_cast<std::uint64_t>(length);
    if (total > static_cast<std::uint64_t>(kLayout.max_result_bytes) || total > file.size()) {
      return std::nullopt;
    }
    const auto size = static_cast<std::size_t>(length);
    results.emplace_back(file.substr(static_cast<std::size_t>(total) - size, size));
  }
  return results;
}

void check_answer(const Player& player, std::string_view payload, const std::string& accepted, std::string_view file) {
  std::vector<std::string> unknown;
  const bool honest = compare_results(player, payload, {accepted}, kLayout, unknown);
  const std::optional<std::vector<std::string>> results = results_in(payload, file);
  REQUIRE(honest == results.has_value());
  if (!results) {
    return;
  }
  std::vector<std::string> expected;
  for (const std::string& result : *results) {
    if (result != accepted && std::find(expected.begin(), expected.end(), result) == expected.end()) {
      expected.push_back(result);
    }
  }
  REQUIRE(unknown == expected);
}

void play(fuzz::Parts& input) {
  const std::string accepted(input.sized());
  const std::string_view file = input.sized();
  fuzz::Pair reply = fuzz::connected(SOCK_SEQPACKET);
  fuzz::Pair control = fuzz::connected(SOCK_STREAM);
  const Fd results = memory_file(file);
  KeptChild child(std::move(reply.host), std::move(control.host), fuzz::duplicate(fuzz::dead_child().get()), false);
  const Player player(child, results.get(), 0);
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    (void)input.byte();  // a kind of frame: frames.cpp has more to say about those
    check_answer(player, input.sized(), accepted, file);
  }
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) {
  fuzz::prepare();
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Parts input(data, size);
  const int before = fuzz::open_descriptors();
  play(input);
  REQUIRE(fuzz::open_descriptors() == before);
  return 0;
}
