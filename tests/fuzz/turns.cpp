// The answers of a player that takes turns, and the result file that they point into.
//
// The input is {flags, an accepted answer, the result file, then for each of three turns the kind of what the player
// sends and its payload}. Kind 0 is bytes that are no frame. The player has ended already, so nothing waits. What must
// hold: nothing is thrown; a turn is malformed exactly if its lengths are not positive, exceed the cap or the file, or
// don't fill its payload; and what is handed on are the results that are not accepted, each once.
#include <sys/mman.h>

#include <algorithm>
#include <array>
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

void no_interrupt() {}

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

void check_turn(const TurnOutcome& outcome, const Frame& frame, std::string_view accepted, std::string_view file) {
  if (frame.kind != kAnswer) {
    REQUIRE(outcome.event.kind == EventKind::frame && outcome.unknown.empty());
    return;
  }
  const std::optional<std::vector<std::string>> results = results_in(frame.payload, file);
  REQUIRE(outcome.event.kind == (results ? EventKind::frame : EventKind::malformed));
  if (!results) {
    return;
  }
  std::vector<std::string> unknown;
  for (const std::string& result : *results) {
    if (result != accepted && std::find(unknown.begin(), unknown.end(), result) == unknown.end()) {
      unknown.push_back(result);
    }
  }
  REQUIRE(outcome.unknown == unknown);
}

void play(fuzz::Parts& input) {
  const std::string accepted(input.sized());
  const std::string_view file = input.sized();
  fuzz::Pair reply = fuzz::connected(SOCK_SEQPACKET);
  fuzz::Pair control = fuzz::connected(SOCK_STREAM);
  const Fd results = memory_file(file);
  check(send_frame(control.other.get(), kFrameSetupDone, "", -1, 0) ? 0 : -1, "send the set-up");
  std::vector<Frame> frames;
  bool broken = false;
  for (std::size_t turn = 0; turn < kTurns && !broken; ++turn) {
    const std::uint32_t kind = input.byte();
    const std::string_view payload = input.sized();
    if (kind == 0) {
      (void)fuzz::put(control.other, payload);
      broken = true;  // whatever it is: frames.cpp has more to say about that
    } else if (send_frame(control.other.get(), kind, payload, -1, 0)) {
      frames.push_back({kind, std::string(payload)});
    } else {
      return;
    }
  }
  KeptChild child(std::move(reply.host), std::move(control.host), fuzz::duplicate(fuzz::dead_child().get()), false);
  Player player(child, results.get(), 0);
  Turn turn;
  turn.kind = 24;
  const std::vector<TurnOutcome> outcomes =
      take_turns({&player}, std::vector<Turn>(kTurns, turn), {{accepted}}, kLayout, no_interrupt);
  REQUIRE(!outcomes.empty());
  for (std::size_t i = 0; i < outcomes.size() && i < frames.size(); ++i) {
    const bool setup = frames[i].kind == kFrameSetupDone || frames[i].kind == kFrameSetupFailed;
    if (setup) {
      REQUIRE(outcomes[i].event.kind == EventKind::malformed && i + 1 == outcomes.size());
    } else {
      check_turn(outcomes[i], frames[i], accepted, file);
    }
    REQUIRE(i + 1 == outcomes.size() || outcomes[i].event.kind == EventKind::frame);
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
