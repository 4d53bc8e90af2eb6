// A zygote under test: forked from the test, with hooks that do nothing and children whose body is a function here.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "fd.hpp"
#include "keeper.hpp"
#include "support.hpp"
#include "zygote.hpp"

namespace support {

// Generous: on a busy machine a test waits longer, it does not fail. Used up only by what hangs.
inline std::int64_t soon() { return effibench::now_ns() + 60 * effibench::kNanosecondsPerSecond; }

inline void no_interrupt() {}

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

inline effibench::Fd memory_file(const std::string& text = "") {
  effibench::Fd fd(must(::memfd_create("test", MFD_CLOEXEC), "memfd_create"));
  must(::write(fd.get(), text.data(), text.size()), "write");
  must(::lseek(fd.get(), 0, SEEK_SET), "lseek");
  return fd;
}

inline std::string content(const effibench::Fd& file) {
  std::string text(static_cast<std::size_t>(must(::lseek(file.get(), 0, SEEK_END), "lseek")), '\0');
  must(::pread(file.get(), text.data(), text.size(), 0), "pread");
  return text;
}

inline bool ends(const effibench::Fd& pidfd) {
  pollfd entry{pidfd.get(), POLLIN, 0};
  return ::poll(&entry, 1, 60'000) == 1;
}

inline effibench::Fd open_pidfd(pid_t pid) {
  return effibench::Fd(must(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)), "pidfd_open"));
}

// What a child's body calls to talk to the host.
inline void tell(std::uint32_t kind, std::string_view payload = {}) {
  (void)effibench::send_frame(effibench::kChildControlFd, kind, payload, -1, -1);
}

class ForkedZygote {
 public:
  using Body = int (*)(const effibench::SpawnSpec&);  // runs in the child; its exit status

  // `before_serving` runs in the zygote, `after_fork` in each child before its set-up.
  explicit ForkedZygote(Body body, void (*before_serving)() = no_interrupt, void (*after_fork)() = no_interrupt)
      : kept_(attach(connect(), body, before_serving, after_fork)) {}

  effibench::KeptZygote& operator*() { return kept_; }
  effibench::KeptZygote* operator->() { return &kept_; }
  [[nodiscard]] pid_t pid() const { return kept_.launcher_pid(); }

  effibench::KeptChild spawn(const effibench::SpawnSpec& spec, const std::vector<int>& cgroups = {}) {
    return kept_.spawn(spec, {null_.get(), output_.get(), STDERR_FILENO}, cgroups, soon(), no_interrupt);
  }
  effibench::KeptChild spawn(const std::string& role) {
    effibench::SpawnSpec spec;
    spec.role = role;
    return spawn(spec);
  }
  [[nodiscard]] const effibench::Fd& output() const { return output_; }

 private:
  struct Ends {
    effibench::Fd host;
    effibench::Fd zygote;
  };
  static Ends connect() {
    int ends[2];
    must(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), "socketpair");
    return {effibench::Fd(ends[0]), effibench::Fd(ends[1])};
  }
  static pid_t start(Ends& ends, Body body, void (*before_serving)(), void (*after_fork)()) {
    std::fflush(nullptr);
    const pid_t pid = must(::fork(), "fork");
    if (pid != 0) {
      ends.zygote.reset();
      return pid;
    }
    int status = 0;
    try {
      ends.host.reset();
      before_serving();
      const effibench::ForkHooks hooks{[] {}, [] {}, after_fork};
      if (const auto spec = effibench::serve_zygote(ends.zygote.get(), hooks); spec) {
        if (!spec->tolerate) {
          tell(effibench::kFrameSetupDone);
        }
        status = body(*spec);
      }
    } catch (const std::exception& error) {
      std::fprintf(stderr, "in the zygote or its child: %s\n", error.what());
      status = 99;
    }
    ::_exit(status);
  }
  static effibench::KeptZygote attach(Ends ends, Body body, void (*before_serving)(), void (*after_fork)()) {
    const pid_t pid = start(ends, body, before_serving, after_fork);
    return effibench::KeptZygote::attach(std::move(ends.host), pid);
  }

  effibench::Fd null_{must(::open("/dev/null", O_RDONLY | O_CLOEXEC), "open")};
  effibench::Fd output_ = memory_file();
  effibench::KeptZygote kept_;
};

}  // namespace support
