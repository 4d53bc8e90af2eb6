#include "keeper.hpp"

#include <signal.h>
#include <sys/wait.h>

#include <cstring>
#include <thread>

#include "check.hpp"
#include "forked_zygote.hpp"

using namespace effibench;
using namespace support;

namespace {

constexpr std::uint32_t kKind = 11;

void write_raw(const std::string& bytes) { (void)!::write(kChildControlFd, bytes.data(), bytes.size()); }

int misbehave(const SpawnSpec& spec) {
  if (spec.role == "exit") {
    return 7;
  }
  if (spec.role == "crash") {
    ::abort();
  }
  if (spec.role == "last words") {
    tell(kKind, "bye");
    return 3;
  }
  if (spec.role == "garbage") {
    write_raw("this is no frame");
    ::pause();
  }
  if (spec.role == "garbage and exit") {
    write_raw("this is no frame");
    return 0;
  }
  if (spec.role == "half a frame") {
    write_raw("EFB");
    return 0;
  }
  if (spec.role == "forged failure") {
    tell(kFrameSetupFailed, "seccomp");
    ::pause();
  }
  if (spec.role == "hang up") {
    ::close(kChildControlFd);
    return receive_frame(STDIN_FILENO) ? 0 : 5;  // /dev/null is no socket: throws, status 99
  }
  if (spec.role == "hog") {
    constexpr std::size_t kBytes = 256U << 20U;
    void* const area = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    std::memset(area, 1, kBytes);
  }
  if (spec.role == "echo") {
    while (const auto received = receive_frame(kChildControlFd)) {
      std::string text = received->frame.payload;
      if (received->fd) {
        text += content(received->fd);
      }
      tell(received->frame.kind, text);
    }
    return 0;
  }
  ::pause();
  return 0;
}

Event next(KeptChild& child) { return child.receive(soon(), 0, no_interrupt); }

}  // namespace

TEST(an_exit_is_an_event_with_its_status) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("exit");
  CHECK(next(child).kind == EventKind::exited);
  const ExitReport report = child.finish(soon(), no_interrupt);
  CHECK(WIFEXITED(report.status) && WEXITSTATUS(report.status) == 7);
  CHECK(report.max_rss_bytes > 0 && report.minor_faults > 0 && report.user_ns + report.system_ns > 0);
  CHECK(child.finish(soon(), no_interrupt).status == report.status);
}

TEST(a_crash_is_an_event_with_its_signal) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("crash");
  CHECK(next(child).kind == EventKind::exited);
  const ExitReport report = child.finish(soon(), no_interrupt);
  CHECK(WIFSIGNALED(report.status) && WTERMSIG(report.status) == SIGABRT);
}

TEST(the_last_frame_comes_before_the_end) {
  ForkedZygote zygote(misbehave);
  for (int turn = 0; turn < 20; ++turn) {
    KeptChild child = zygote.spawn("last words");
    const Event frame = next(child);
    CHECK(frame.kind == EventKind::frame && frame.frame_kind == kKind && frame.payload == "bye" && frame.stamp_ns > 0);
    CHECK(next(child).kind == EventKind::exited);
    CHECK(WEXITSTATUS(child.finish(soon(), no_interrupt).status) == 3);
  }
}

TEST(a_deadline_is_an_event_and_the_child_lives_on) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("echo");
  const std::int64_t deadline = now_ns() + 20'000'000;
  const Event event = child.receive(deadline, 0, no_interrupt);
  CHECK(event.kind == EventKind::deadline && event.stamp_ns >= deadline);
  CHECK(child.send(kKind, "still there", -1, soon()));
  CHECK(next(child).payload == "still there");
  const ExitReport report = child.finish(soon(), no_interrupt);
  CHECK(WIFSIGNALED(report.status) && WTERMSIG(report.status) == SIGKILL);
}

TEST(files_ride_to_the_child) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("echo");
  const Fd file = memory_file(" and a file");
  CHECK(child.send(kKind, "a frame", file.get(), soon()));
  CHECK(next(child).payload == "a frame and a file");
}

TEST(too_much_memory_is_an_event) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("hog");
  CHECK(child.receive(soon(), 128LL << 20, no_interrupt).kind == EventKind::memory);
  const auto memory = child.memory();
  CHECK(memory && memory->hwm_bytes > 128LL << 20);
  CHECK(child.cpu_ns() > 0);
  (void)child.finish(soon(), no_interrupt);
  CHECK(!child.memory());
  CHECK_THROWS(child.cpu_ns(), Error);
}

TEST(bytes_that_are_no_frame_are_malformed_also_after_the_end) {
  ForkedZygote zygote(misbehave);
  KeptChild living = zygote.spawn("garbage");
  CHECK(next(living).kind == EventKind::malformed);
  for (int turn = 0; turn < 10; ++turn) {
    KeptChild ending = zygote.spawn("garbage and exit");
    CHECK(turn % 2 == 0 || ending.pid() < 0 || ends(open_pidfd(ending.pid())));  // it may have been reaped already
    CHECK(next(ending).kind == EventKind::malformed);
    KeptChild cut = zygote.spawn("half a frame");
    CHECK(next(cut).kind == EventKind::exited);
  }
}

TEST(a_forged_set_up_frame_is_malformed) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("forged failure");
  CHECK(next(child).kind == EventKind::malformed);
}

TEST(a_child_that_hangs_up_is_waited_for) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("hang up");
  CHECK(next(child).kind == EventKind::exited);
  CHECK(!child.send(kKind, "anybody?", -1, soon()));
  CHECK(WEXITSTATUS(child.finish(soon(), no_interrupt).status) == 99);
}

TEST(the_death_of_the_zygote_ends_its_children_and_is_an_error) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("echo");
  CHECK(child.send(kKind, "ready", -1, soon()) && next(child).payload == "ready");
  CHECK(zygote->alive());
  must(::kill(zygote.pid(), SIGKILL), "kill");
  CHECK(next(child).kind == EventKind::exited);
  CHECK_THROWS(child.finish(soon(), no_interrupt), Error);
  CHECK(!zygote->alive());
  CHECK_THROWS(zygote.spawn("exit"), Error);
}

TEST(an_interrupted_wait_is_abandoned_and_the_child_killed) {
  ForkedZygote zygote(misbehave);
  const auto interrupt = [] { throw Interrupted(); };
  for (const std::int64_t memory_limit : {std::int64_t{0}, std::int64_t{1} << 40}) {
    Fd pidfd;
    {
      KeptChild child = zygote.spawn("sleep");
      pidfd = open_pidfd(child.pid());
      CHECK_THROWS(child.receive(soon(), memory_limit, interrupt), Interrupted);
    }
    CHECK(ends(pidfd));
  }
}

TEST(an_abandoned_start_leaves_no_child) {
  ForkedZygote zygote(misbehave);
  must(::kill(zygote.pid(), SIGSTOP), "kill");
  const Fd null = memory_file();
  SpawnSpec spec;
  spec.argv = {"/bin/sleep", "1000"};
  const std::vector<int> stdio{null.get(), null.get(), null.get()};
  CHECK_THROWS(zygote->spawn(spec, stdio, {}, soon(), [] { throw Interrupted(); }), Interrupted);
  CHECK_THROWS(zygote->spawn(spec, stdio, {}, now_ns() + 1'000'000, no_interrupt), Error);
  must(::kill(zygote.pid(), SIGCONT), "kill");
  CHECK(WEXITSTATUS(zygote.spawn("exit").finish(soon(), no_interrupt).status) >= 0);  // the zygote is past both requests
  const std::string children = "/proc/" + std::to_string(zygote.pid()) + "/task/" + std::to_string(zygote.pid()) + "/children";
  const std::int64_t deadline = soon();
  while (!read_file(children).empty() && now_ns() < deadline) {
    ::usleep(1000);
  }
  CHECK(read_file(children).empty());
}

TEST(a_kill_by_another_thread_ends_the_wait) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("sleep");
  std::thread killer([&] { child.kill(); });
  CHECK(next(child).kind == EventKind::exited);  // whether its set-up was complete or not
  killer.join();
}

TEST(wrong_requests_are_errors_of_the_caller) {
  ForkedZygote zygote(misbehave);
  CHECK_THROWS(zygote->spawn({}, {0, 1}, {}, soon(), no_interrupt), Error);
  CHECK_THROWS(zygote->spawn({}, {0, 1, 2}, {0, 0, 0, 0}, soon(), no_interrupt), Error);
  SpawnSpec large;
  large.argv = {std::string(kMaxSpawnBytes, 'x')};
  CHECK_THROWS(zygote.spawn(large), Error);
  CHECK(next(*std::make_unique<KeptChild>(zygote.spawn("exit"))).kind == EventKind::exited);
}

TEST(closing_ends_the_zygote_and_may_be_repeated) {
  ForkedZygote zygote(misbehave);
  KeptChild child = zygote.spawn("sleep");
  zygote->close(soon());
  zygote->close(soon());
  CHECK(!zygote->alive());
  CHECK(::kill(zygote.pid(), 0) != 0 && errno == ESRCH);
  CHECK_THROWS(child.finish(soon(), no_interrupt), Error);
  CHECK_THROWS(zygote.spawn("exit"), Error);
}

TEST_MAIN
