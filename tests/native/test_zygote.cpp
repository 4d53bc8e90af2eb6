#include "zygote.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "affinity.hpp"
#include "check.hpp"
#include "forked_zygote.hpp"
#include "landlock.hpp"

using namespace effibench;
using namespace support;

namespace {

constexpr std::uint32_t kKind = 11;

// A grandchild that outlives its parent, tells its pid and then would write to the scratch directory for ever.
void leave_grandchild() {
  if (must(::fork(), "fork") == 0) {
    for (bool told = false;; told = true) {
      (void)Fd(::open("litter", O_CREAT | O_WRONLY, 0600));
      if (!told) {
        tell(kKind, std::to_string(::getpid()));
      }
      ::usleep(100);
    }
  }
}

int body(const SpawnSpec& spec) {
  if (spec.role == "litter") {
    must(::mkdir("folder", 0700), "mkdir");
    const Fd file(must(::open("folder/file", O_CREAT | O_WRONLY, 0600), "open"));
    tell(kKind);
    must(::chmod(".", 0), "chmod");
    return 0;
  }
  if (spec.role == "look") {
    return std::filesystem::is_empty(std::filesystem::current_path()) ? 0 : 1;
  }
  if (spec.role == "parent") {
    leave_grandchild();
    (void)receive_frame(kChildControlFd);
    return 0;
  }
  if (spec.role == "work") {
    volatile double sum = 0;
    for (int round = 0; round < 20'000'000; ++round) {
      sum = sum + round;
    }
    return 0;
  }
  if (spec.role == "reads") {
    return Fd(::open(spec.environment.at(0).c_str(), O_RDONLY)) ? 0 : 1;
  }
  return static_cast<int>(spec.cpus.size());  // "answer"
}

int exit_status(KeptChild child) {
  (void)child.receive(soon(), 0, no_interrupt);
  const ExitReport report = child.finish(soon(), no_interrupt);
  return WIFEXITED(report.status) ? WEXITSTATUS(report.status) : 128 + WTERMSIG(report.status);
}

SpawnSpec in_scratch(const std::string& role, const std::string& scratch) {
  SpawnSpec spec;
  spec.role = role;
  spec.scratch = scratch;
  return spec;
}

// Whether the zygote ends by itself when it gets this packet.
bool ends_at(const std::string& packet, std::vector<int> fds) {
  int pair[2];
  must(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), "socketpair");
  const Fd host(pair[0]);
  Fd theirs(pair[1]);
  const pid_t pid = must(::fork(), "fork");
  if (pid == 0) {
    ::close(host.get());
    try {
      const ForkHooks hooks{[] {}, [] {}, [] {}};
      (void)serve_zygote(theirs.get(), hooks);
    } catch (const Error&) {
      ::_exit(42);
    }
    ::_exit(0);
  }
  theirs.reset();
  iovec part{const_cast<char*>(packet.data()), packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * 8)] = {};
  if (!fds.empty()) {
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * fds.size());
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(sizeof(int) * fds.size());
    std::copy(fds.begin(), fds.end(), reinterpret_cast<int*>(CMSG_DATA(item)));
  }
  must(::sendmsg(host.get(), &message, MSG_NOSIGNAL), "sendmsg");
  int status = 0;
  must(::waitpid(pid, &status, 0), "waitpid");
  return WIFEXITED(status) && WEXITSTATUS(status) == 42;
}

// Whether a scratch directory that was touched has been taken away; what is removed of it later is none of its name.
bool gone(const std::string& scratch) { return !std::filesystem::exists(scratch); }

}  // namespace

TEST(the_scratch_directory_is_made_and_taken_away) {
  const Folder folder;
  ForkedZygote zygote(body);
  const std::string scratch = folder.path("slot");
  KeptChild child = zygote.spawn(in_scratch("litter", scratch));
  CHECK(child.receive(soon(), 0, no_interrupt).frame_kind == kKind);
  CHECK(child.receive(soon(), 0, no_interrupt).kind == EventKind::exited);
  (void)child.finish(soon(), no_interrupt);
  CHECK(gone(scratch));
  CHECK(exit_status(zygote.spawn(in_scratch("look", scratch))) == 0);
}

TEST(a_scratch_directory_that_cannot_be_made_is_an_error) {
  ForkedZygote zygote(body);
  try {
    (void)zygote.spawn(in_scratch("look", "/no/such/folder/slot"));
    CHECK(false);
  } catch (const Error& error) {
    CHECK(error.code() == ENOENT && std::string(error.what()).find("/no/such/folder/slot") != std::string::npos);
  }
  CHECK(exit_status(zygote.spawn("answer")) == 0);  // the zygote lives on
}

TEST(grandchildren_end_with_the_child_and_before_the_report) {
  const Folder folder;
  ForkedZygote zygote(body);
  SpawnSpec spec = in_scratch("parent", folder.path("slot"));
  spec.allow_subprocess = true;
  for (const bool killed : {true, false}) {
    KeptChild child = zygote.spawn(spec);
    const Event event = child.receive(soon(), 0, no_interrupt);
    CHECK(event.frame_kind == kKind);
    const pid_t grandchild = std::stoi(event.payload);
    CHECK(::kill(grandchild, 0) == 0);
    if (!killed) {
      CHECK(child.send(kKind, "", -1, soon()));
      CHECK(child.receive(soon(), 0, no_interrupt).kind == EventKind::exited);
    }
    (void)child.finish(soon(), no_interrupt);
    CHECK(::kill(grandchild, 0) != 0 && errno == ESRCH);
    CHECK(gone(spec.scratch));
  }
}

TEST(the_end_is_reported_whatever_threads_the_zygote_has) {
  const auto start_thread = [] {
    // As a library would: SIGCHLD is not blocked in it. Detached, it ends with the process.
    std::thread([] {
      for (;;) {
        ::pause();
      }
    }).detach();
  };
  ForkedZygote zygote(body, start_thread);
  for (int turn = 0; turn < 20; ++turn) {
    CHECK(exit_status(zygote.spawn("answer")) == 0);
  }
}

TEST(usage_is_the_childs) {
  ForkedZygote zygote(body);
  KeptChild child = zygote.spawn("work");
  CHECK(child.receive(soon(), 0, no_interrupt).kind == EventKind::exited);
  const std::int64_t seen = child.finish(soon(), no_interrupt).user_ns;
  CHECK(seen > 1'000'000);
}

TEST(many_threads_have_children_under_way_at_once) {
  const Folder folder;
  ForkedZygote zygote(body);
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  for (int slot = 0; slot < 6; ++slot) {
    threads.emplace_back([&, slot] {
      for (int turn = 0; turn < 10; ++turn) {
        SpawnSpec spec = in_scratch("answer", folder.path("slot-" + std::to_string(slot)));
        spec.cpus = allowed_cpus();
        const Fd null = memory_file();
        KeptChild child = zygote->spawn(spec, {null.get(), null.get(), STDERR_FILENO}, {}, soon(), no_interrupt);
        right += exit_status(std::move(child)) == static_cast<int>(spec.cpus.size()) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(right == 60);
}

TEST(rules_follow_the_paths_of_each_command) {
  if (landlock_abi() < 1) {
    std::fprintf(stderr, "       (kernel has no Landlock: not tested)\n");
    return;
  }
  const Folder folder;
  ForkedZygote zygote(body);
  for (int turn = 0; turn < 2; ++turn) {
    std::filesystem::remove_all(folder.path("files"));
    folder.write("files/one", "text");
    SpawnSpec spec = in_scratch("command", folder.path("slot"));
    spec.landlock_abi = landlock_abi();
    spec.read_only = {"/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", folder.path("files")};
    spec.argv = {"/bin/cat", folder.path("files/one")};
    KeptChild child = zygote.spawn(spec);
    CHECK(child.receive(soon(), 0, no_interrupt).frame_kind == kFrameSetupDone);
    CHECK(exit_status(std::move(child)) == 0);
    spec.argv.back() = "/etc/passwd";
    KeptChild denied = zygote.spawn(spec);
    CHECK(denied.receive(soon(), 0, no_interrupt).frame_kind == kFrameSetupDone);
    CHECK(exit_status(std::move(denied)) == 1);
  }
  CHECK(content(zygote.output()) == "texttext");
}

TEST(a_worker_sees_its_own_scratch_after_the_folder_was_made_anew) {
  if (landlock_abi() < 1) {
    return;  // said above
  }
  const Folder folder;
  ForkedZygote zygote(body);
  SpawnSpec spec = in_scratch("look", folder.path("slot"));
  spec.landlock_abi = landlock_abi();
  for (int turn = 0; turn < 2; ++turn) {
    CHECK(exit_status(zygote.spawn(spec)) == 0);
    std::filesystem::remove_all(folder.path("slot"));
  }
}

TEST(a_request_no_host_sends_ends_the_zygote) {
  const Fd null = memory_file();
  const std::vector<int> five(5, null.get());
  const std::string good = SpawnSpec().encode();
  CHECK(ends_at("garbage", five));
  CHECK(ends_at(good.substr(0, good.size() - 1), five));
  CHECK(ends_at(good, {}));
  CHECK(ends_at(good, {null.get()}));
}

TEST_MAIN
