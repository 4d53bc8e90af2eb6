// Taking turns: two children (and a canary) on one lane, never running together.
//
// Theory of operation. The paired protocol compares two programs by samples that lie next to each other in time. Each
// program lives in a child of its own on the same lane and sleeps on its control socket. The host, on another CPU, gives
// one of them a token (a frame), waits for the answering frame, and only then gives the next token; a whole group of
// turns runs here without the interpreter. Around every turn the host takes readings of its own, which no child can
// bend: when the token went and the answer came, the CPU time the kernel charged the player in between and since its
// last turn (work between turns is no honest work), and how long the kernel kept the player waiting for a CPU.
//
// The answer carries a record and how many bytes of encoded results lie in the player's result file; the host reads
// them before the next turn and compares each with the answers that a validator has accepted already. Only what
// matches none of them travels on, to be judged.
//
// What can fail: the player, in any way (the outcome is an Event like any other and ends the group), or the host (Error).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fd.hpp"
#include "keeper.hpp"

namespace effibench {

// One child that takes turns. Borrows the child and its result file, which must outlive it.
class Player {
 public:
  Player(KeptChild& child, int results_fd, std::int64_t max_rss_bytes);

  [[nodiscard]] KeptChild& child() const noexcept { return *child_; }
  [[nodiscard]] int results_fd() const noexcept { return results_fd_; }
  [[nodiscard]] std::int64_t max_rss_bytes() const noexcept { return max_rss_bytes_; }
  // Time the main thread was ready and had no CPU, since it began; -1 where the kernel does not say.
  [[nodiscard]] std::int64_t run_delay_ns() const;

  std::int64_t cpu_after_last_turn_ns = -1;  // -1 before the first

 private:
  KeptChild* child_;
  int results_fd_;
  std::int64_t max_rss_bytes_;
  Fd schedstat_;
};

struct Turn {
  std::size_t player = 0;
  std::uint32_t kind = 0;  // of the token
  std::string token;
  int fd = -1;             // rides along
  std::int64_t timeout_ns = 0;
  std::size_t accepted = 0;  // which list of accepted answers its results are compared with
};

struct TurnOutcome {
  Event event;
  std::int64_t sent_ns = 0;
  std::int64_t cpu_ns = 0;          // of the player, within the turn
  std::int64_t between_cpu_ns = 0;  // of the player, since its last turn; 0 in its first
  std::int64_t run_delay_ns = -1;
  // Results that are none of the accepted ones, each once.
  std::vector<std::string> unknown;
};

// How an answering frame says where its results are: the last `count` 64-bit integers of its payload are the lengths of
// the encoded results, which lie back to back from the start of the result file.
struct AnswerLayout {
  std::uint32_t kind = 0;         // of the frame that answers a token
  std::size_t record_bytes = 0;   // what precedes the lengths
  std::int64_t max_result_bytes = 0;
};

// Adds the results that match no accepted one to `unknown`, each once; false if the payload is not what an honest player
// sends or promises more than its result file holds. A part of `take_turns` that reads what foreign code has written.
bool compare_results(const Player& player, std::string_view payload, const std::vector<std::string>& accepted,
                     const AnswerLayout& layout, std::vector<std::string>& unknown);

// Plays the turns in order, up to the first that is not answered properly (which is the last outcome then).
std::vector<TurnOutcome> take_turns(const std::vector<Player*>& players, const std::vector<Turn>& turns,
                                    const std::vector<std::vector<std::string>>& accepted, const AnswerLayout& layout,
                                    const Interrupt& interrupt);

}  // namespace effibench
