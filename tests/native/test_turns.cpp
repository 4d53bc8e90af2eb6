#include "turns.hpp"

#include <array>
#include <cstring>
#include <thread>

#include "check.hpp"
#include "forked_zygote.hpp"

using namespace effibench;
using namespace support;

namespace {

constexpr std::uint32_t kToken = 24;
constexpr std::uint32_t kAnswer = 16;
constexpr std::uint32_t kReady = 10;
constexpr std::size_t kRecordBytes = 8;
const AnswerLayout kLayout{kAnswer, kRecordBytes, 1000};

// The result file rides along with the first token, as inputs do in earnest.
void answer(int results, const std::vector<std::string>& texts, std::int64_t claimed_extra = 0) {
  std::string payload(kRecordBytes, 'r');
  std::int64_t offset = 0;
  for (const std::string& text : texts) {
    must(::pwrite(results, text.data(), text.size(), offset), "pwrite");
    offset += static_cast<std::int64_t>(text.size());
    const auto length = static_cast<std::int64_t>(text.size()) + claimed_extra;
    payload.append(reinterpret_cast<const char*>(&length), sizeof length);
  }
  tell(kAnswer, payload);
}

void burn(std::int64_t cpu_ns) {
  const std::int64_t until = process_cpu_ns() + cpu_ns;
  while (process_cpu_ns() < until) {
  }
}

int play(const SpawnSpec& spec) {
  Fd results;
  tell(kReady, "");
  while (const auto received = receive_frame(kChildControlFd)) {
    if (received->fd) {
      results = Fd(::dup(received->fd.get()));
    }
    const std::string& token = received->frame.payload;
    if (spec.role == "dies" && token == "die") {
      return 3;
    }
    if (spec.role == "sleeper") {
      ::pause();
    }
    if (token == "burn") {
      burn(20'000'000);
    }
    if (token == "short") {
      answer(results.get(), {"abc"}, 5);  // promises more than the file holds
    } else if (token == "negative") {
      answer(results.get(), {"abc"}, -10);
    } else if (token == "huge") {
      answer(results.get(), {"abc"}, 5000);
    } else if (token == "no record") {
      tell(kAnswer, "abc");
    } else if (token == "ragged") {
      tell(kAnswer, std::string(kRecordBytes + 5, 'x'));
    } else if (token == "other kind") {
      tell(kAnswer + 1, "failed");
    } else {
      answer(results.get(), {"one", "two", "one"});
    }
    if (token == "twice") {
      answer(results.get(), {"one"});
    }
    if (token == "late") {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));  // what is burnt before the host looks is the turn's
      burn(20'000'000);
    }
  }
  return 0;
}

struct Seat {
  Seat(ForkedZygote& zygote, const std::string& role)
      : results(memory_file()), child(zygote.spawn(role)), player(child, results.get(), 0) {
    CHECK(child.receive(now_ns() + 10 * kNanosecondsPerSecond, 0, no_interrupt).frame_kind == kReady);
  }
  Turn turn(std::size_t number, const std::string& token) {
    Turn made;
    made.player = number;
    made.kind = kToken;
    made.token = token;
    made.fd = handed ? -1 : results.get();
    made.timeout_ns = 60 * kNanosecondsPerSecond;
    handed = true;
    return made;
  }
  Fd results;
  KeptChild child;
  Player player;
  bool handed = false;
};

std::vector<TurnOutcome> take(const std::vector<Player*>& players, const std::vector<Turn>& turns,
                              const std::vector<std::string>& accepted = {}) {
  return take_turns(players, turns, {accepted}, kLayout, no_interrupt);
}

TurnOutcome take_one(const std::string& role, const std::string& token) {
  ForkedZygote zygote(play);
  Seat seat(zygote, role);
  return take({&seat.player}, {seat.turn(0, token)}).at(0);
}

}  // namespace

TEST(turns_are_played_in_order_and_never_together) {
  ForkedZygote zygote(play);
  Seat a(zygote, "player");
  Seat b(zygote, "player");
  const auto outcomes = take({&a.player, &b.player}, {a.turn(0, "x"), b.turn(1, "x"), b.turn(1, "x"), a.turn(0, "x")});
  CHECK(outcomes.size() == 4);
  std::int64_t last = 0;
  for (const TurnOutcome& outcome : outcomes) {
    CHECK(outcome.event.kind == EventKind::frame && outcome.event.frame_kind == kAnswer);
    CHECK(outcome.sent_ns >= last && outcome.event.stamp_ns >= outcome.sent_ns);
    last = outcome.event.stamp_ns;
  }
}

TEST(only_answers_that_nobody_has_accepted_travel_on_and_each_once) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "player");
  CHECK((take({&seat.player}, {seat.turn(0, "x")}).at(0).unknown == std::vector<std::string>{"one", "two"}));
  CHECK((take({&seat.player}, {seat.turn(0, "x")}, {"one"}).at(0).unknown == std::vector<std::string>{"two"}));
  CHECK(take({&seat.player}, {seat.turn(0, "x")}, {"two", "one"}).at(0).unknown.empty());
}

TEST(what_no_honest_player_sends_is_malformed) {
  for (const char* token : {"short", "negative", "huge", "no record", "ragged"}) {
    CHECK(take_one("player", token).event.kind == EventKind::malformed);
  }
}

TEST(an_answer_from_before_the_question_is_malformed) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "player");
  CHECK(take({&seat.player}, {seat.turn(0, "twice")}).at(0).event.kind == EventKind::frame);
  for (int looks = 0; seat.child.silent() && looks < 10'000; ++looks) {
    const timespec pause{0, 1'000'000};
    (void)::nanosleep(&pause, nullptr);
  }
  CHECK(take({&seat.player}, {seat.turn(0, "x")}).at(0).event.kind == EventKind::malformed);
}

TEST(another_kind_of_frame_ends_the_group) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "player");
  const auto outcomes = take({&seat.player}, {seat.turn(0, "x"), seat.turn(0, "other kind"), seat.turn(0, "x")});
  CHECK(outcomes.size() == 2 && outcomes[1].event.frame_kind == kAnswer + 1 && outcomes[1].event.payload == "failed");
}

TEST(a_player_that_dies_ends_the_group_with_that_event) {
  ForkedZygote zygote(play);
  Seat a(zygote, "player");
  Seat b(zygote, "dies");
  const auto outcomes = take({&a.player, &b.player}, {a.turn(0, "x"), b.turn(1, "die"), a.turn(0, "x")});
  CHECK(outcomes.size() == 2 && outcomes[1].event.kind == EventKind::exited);
  const auto again = take({&a.player, &b.player}, {b.turn(1, "x")});
  CHECK(again.size() == 1 && again[0].event.kind == EventKind::exited);
}

TEST(a_player_that_does_not_answer_meets_its_deadline) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "sleeper");
  Turn turn = seat.turn(0, "x");
  turn.timeout_ns = 20'000'000;
  CHECK(take({&seat.player}, {turn}).at(0).event.kind == EventKind::deadline);
}

TEST(the_kernels_accounting_tells_work_in_a_turn_from_work_after_it) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "player");
  const TurnOutcome burning = take({&seat.player}, {seat.turn(0, "burn")}).at(0);
  CHECK(burning.cpu_ns >= 20'000'000 && burning.between_cpu_ns == 0);
  const std::int64_t spent_ns = seat.child.cpu_ns();  // with its set-up
  (void)take({&seat.player}, {seat.turn(0, "late")});
  for (const std::int64_t deadline = soon(); seat.child.cpu_ns() < spent_ns + 20'000'000 && now_ns() < deadline;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const TurnOutcome after = take({&seat.player}, {seat.turn(0, "x")}).at(0);
  CHECK(after.between_cpu_ns >= 19'000'000 && after.cpu_ns < 20'000'000);
}

TEST(run_delay_is_known_where_the_kernel_keeps_it) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "player");
  const TurnOutcome outcome = take({&seat.player}, {seat.turn(0, "x")}).at(0);
  const bool kept = ::access("/proc/self/schedstat", R_OK) == 0;
  CHECK(kept ? outcome.run_delay_ns >= 0 : outcome.run_delay_ns == -1);
}

TEST(an_interrupt_abandons_a_turn) {
  ForkedZygote zygote(play);
  Seat seat(zygote, "sleeper");
  bool thrown = false;
  try {
    (void)take_turns({&seat.player}, {seat.turn(0, "x")}, {{}}, kLayout, [] { throw Interrupted(); });
  } catch (const Interrupted&) {
    thrown = true;
  }
  CHECK(thrown);
}

int main() { return check::run(); }
