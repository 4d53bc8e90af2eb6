// The paired protocol's part of the host's side: players, their accepted answers, and a group of turns at a time.
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "turns.hpp"

namespace effibench::bind {
namespace {

// Players with the answers that were accepted from them so far. One thread at a time.
class Table {
 public:
  explicit Table(AnswerLayout layout) : layout_(layout) {}

  std::size_t add_player(KeptChild& child, int results_fd, std::int64_t max_rss_bytes) {
    players_.push_back(std::make_unique<Player>(child, results_fd, max_rss_bytes));
    return players_.size() - 1;
  }

  std::size_t add_list() {
    accepted_.emplace_back();
    return accepted_.size() - 1;
  }

  void accept(std::size_t list, std::string answer) { accepted_.at(list).push_back(std::move(answer)); }

  std::vector<TurnOutcome> take(const std::vector<Turn>& turns) {
    std::vector<Player*> players;
    for (const std::unique_ptr<Player>& player : players_) {
      players.push_back(player.get());
    }
    return take_turns(players, turns, accepted_, layout_, raise_pending_signals);
  }

 private:
  AnswerLayout layout_;
  std::vector<std::unique_ptr<Player>> players_;
  std::vector<std::vector<std::string>> accepted_;
};

std::vector<Turn> turns_from(const py::list& rows, std::uint32_t kind) {
  std::vector<Turn> turns;
  for (const auto& row : rows) {
    const auto fields = row.cast<py::tuple>();
    Turn turn;
    turn.kind = kind;
    turn.player = fields[0].cast<std::size_t>();
    turn.token = fields[1].cast<std::string>();
    turn.fd = fields[2].cast<int>();
    turn.timeout_ns = static_cast<std::int64_t>(fields[3].cast<double>() * 1e9);
    turn.accepted = fields[4].cast<std::size_t>();
    turns.push_back(std::move(turn));
  }
  return turns;
}

}  // namespace

void register_turns(py::module_& module) {
  py::class_<TurnOutcome>(module, "TurnOutcome")
      .def_readonly("event", &TurnOutcome::event)
      .def_readonly("sent_ns", &TurnOutcome::sent_ns)
      .def_readonly("cpu_ns", &TurnOutcome::cpu_ns)
      .def_readonly("between_cpu_ns", &TurnOutcome::between_cpu_ns)
      .def_readonly("run_delay_ns", &TurnOutcome::run_delay_ns)
      .def_property_readonly("unknown", [](const TurnOutcome& outcome) {
        py::list answers;
        for (const std::string& answer : outcome.unknown) {
          answers.append(py::bytes(answer));
        }
        return answers;
      });

  py::class_<Table>(module, "TurnTable")
      .def(py::init([](std::uint32_t answer_kind, std::size_t record_bytes, std::int64_t max_result_bytes) {
             return Table({answer_kind, record_bytes, max_result_bytes});
           }),
           py::arg("answer_kind"), py::arg("record_bytes"), py::arg("max_result_bytes"))
      .def("add_player", &Table::add_player, py::arg("child"), py::arg("results_fd"), py::arg("max_rss_bytes") = 0,
           py::keep_alive<1, 2>())
      .def("add_list", &Table::add_list)
      .def("accept",
           [](Table& table, std::size_t list, const py::bytes& answer) { table.accept(list, std::string(answer)); },
           py::arg("list"), py::arg("answer"))
      .def(
          "take",
          [](Table& table, std::uint32_t token_kind, const py::list& rows) {
            const std::vector<Turn> turns = turns_from(rows, token_kind);
            const py::gil_scoped_release release;
            return table.take(turns);
          },
          py::arg("token_kind"), py::arg("turns"));
}

}  // namespace effibench::bind
