#include "seccomp.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cstring>
#include <initializer_list>
#include <thread>

#include "check.hpp"
#include "seccomp_calls.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {

#ifdef __x86_64__
constexpr uint32_t kArch = AUDIT_ARCH_X86_64;
#else
constexpr uint32_t kArch = AUDIT_ARCH_AARCH64;
#endif
constexpr uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr uint32_t kDeny = SECCOMP_RET_ERRNO | EPERM;
constexpr uint32_t kPretend = SECCOMP_RET_ERRNO;
constexpr uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;
constexpr uint32_t kKill = SECCOMP_RET_KILL_PROCESS;

// What the kernel would decide: an interpreter of the few instructions the filter uses.
uint32_t decide(const std::vector<sock_filter>& filter, long number, std::initializer_list<uint64_t> args = {},
                uint32_t arch = kArch) {
  seccomp_data data{static_cast<int>(number), arch, 0, {}};
  std::copy(args.begin(), args.end(), data.args);
  uint32_t accumulator = 0;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const sock_filter& step = filter[at];
    switch (step.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&data) + step.k, sizeof accumulator);
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += accumulator == step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += accumulator >= step.k ? step.jt : step.jf;
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        at += (accumulator & step.k) != 0 ? step.jt : step.jf;
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        accumulator &= step.k;
        break;
      case BPF_JMP | BPF_JA:
        at += step.k;
        break;
      case BPF_RET | BPF_K:
        return step.k;
      default:
        throw Error("unexpected instruction " + std::to_string(step.code));
    }
  }
  throw Error("the program ran off its end");
}

SeccompPolicy strict(pid_t self = 1000) {
  SeccompPolicy policy;
  policy.self = self;
  return policy;
}
SeccompPolicy with_subprocess() {
  SeccompPolicy policy;
  policy.allow_subprocess = policy.allow_exec = true;
  policy.self = 1000;
  policy.parent = 900;
  return policy;
}

// Runs `body` under the installed filter; it returns 0 if all is well.
template <typename Body>
int filtered(const SeccompPolicy& policy, Body body) {
  return in_child([&] {
    must(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl");
    install_filter(policy);
    return body();
  });
}

bool denied(long result, int code = EPERM) { return result == -1 && errno == code; }

}  // namespace

TEST(everything_in_the_table_is_denied_and_its_neighbours_are_not) {
  const auto filter = build_filter(strict());
  for (const int number : calls::kDenied) {
    CHECK(decide(filter, number) == kDeny);
  }
  for (const int number : {__NR_fcntl, __NR_ioctl, __NR_read, __NR_write, __NR_openat, __NR_mmap, __NR_mprotect, __NR_futex,
                           __NR_exit_group, __NR_sched_getaffinity, __NR_sendmsg, __NR_recvmsg, __NR_recvfrom, __NR_wait4,
                           __NR_setresuid, __NR_capset, __NR_memfd_create, __NR_getrusage, __NR_rt_sigaction, 446, 449}) {
    CHECK(decide(filter, number) == kAllow);
  }
  CHECK(decide(filter, 2000) == kAllow);  // the kernel itself says ENOSYS
  CHECK(decide(filter, -1) == kUnknown);
}

TEST(foreign_calls_kill) {
  const auto filter = build_filter(with_subprocess());
  CHECK(decide(filter, __NR_read, {}, AUDIT_ARCH_I386) == kKill);
  CHECK(decide(filter, __NR_read, {}, AUDIT_ARCH_ARM) == kKill);
  CHECK(decide(filter, __NR_read, {}, 0) == kKill);
#ifdef __x86_64__
  CHECK(decide(filter, 0x40000000L + __NR_getpid) == kKill);
  CHECK(filtered(strict(0), [] { return ::syscall(0x40000000L + __NR_getpid) == 0; }) == 128 + SIGSYS);
#endif
}

TEST(clone_by_its_flags) {
  const auto filter = build_filter(strict());
  const auto loose = build_filter(with_subprocess());
  CHECK(decide(filter, __NR_clone, {CLONE_VM | CLONE_THREAD | CLONE_SIGHAND}) == kAllow);
  CHECK(decide(filter, __NR_clone, {SIGCHLD}) == kDeny);
  CHECK(decide(filter, __NR_clone, {SIGCHLD | (uint64_t{CLONE_THREAD} << 32)}) == kDeny);
  CHECK(decide(loose, __NR_clone, {SIGCHLD}) == kAllow);
  for (const uint64_t flag : {CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
                              CLONE_NEWCGROUP, CLONE_PARENT}) {
    CHECK(decide(filter, __NR_clone, {flag | CLONE_THREAD}) == kDeny);
    CHECK(decide(loose, __NR_clone, {flag | SIGCHLD}) == kDeny);
  }
  CHECK(decide(filter, calls::kClone3) == kUnknown && decide(loose, calls::kClone3) == kUnknown);
  for (const int number : calls::kExecs) {
    CHECK(decide(filter, number) == kDeny && decide(loose, number) == kAllow);
  }
  SeccompPolicy no_exec = with_subprocess();
  no_exec.allow_exec = false;
  CHECK(decide(build_filter(no_exec), __NR_execve) == kDeny);
#ifdef __x86_64__
  CHECK(decide(filter, __NR_fork) == kDeny && decide(loose, __NR_vfork) == kAllow);
#endif
}

TEST(signals_by_their_target) {
  const auto filter = build_filter(strict());
  const auto loose = build_filter(with_subprocess());
  const auto pid = [](int value) { return static_cast<uint64_t>(static_cast<uint32_t>(value)); };
  for (const int number : calls::kSignals) {
    CHECK(decide(filter, number, {1000}) == kAllow);
    CHECK(decide(filter, number, {1000 | (uint64_t{1} << 32)}) == kAllow);  // the kernel sees only the int
    for (const int target : {0, 1, 999, -1, -1000}) {
      CHECK(decide(filter, number, {pid(target)}) == kDeny);
    }
    CHECK(decide(loose, number, {1000}) == kAllow && decide(loose, number, {2}) == kAllow);
    for (const int target : {0, 1, 900, -1, -1000}) {
      CHECK(decide(loose, number, {pid(target)}) == kDeny);
    }
    CHECK(decide(build_filter(strict(0)), number, {0}) == kDeny);
    SeccompPolicy alone = with_subprocess();
    alone.signal_others = false;
    const auto only_itself = build_filter(alone);
    CHECK(decide(only_itself, number, {1000}) == kAllow && decide(only_itself, number, {2}) == kDeny);
  }
}

TEST(pairs_of_sockets_by_their_kind) {
  const auto filter = build_filter(strict());
  CHECK(decide(filter, __NR_socketpair, {AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK}) == kAllow);
  CHECK(decide(filter, __NR_socketpair, {AF_UNIX, SOCK_DGRAM}) == kDeny);
  CHECK(decide(filter, __NR_socketpair, {AF_UNIX, SOCK_SEQPACKET}) == kDeny);
  CHECK(decide(filter, __NR_socketpair, {AF_INET, SOCK_STREAM}) == kDeny);
}

TEST(what_other_protections_cover_is_the_filters_where_they_are_off) {
  const auto filter = build_filter(strict());
  SeccompPolicy alone = strict();
  alone.allow_memfd = alone.allow_metadata = alone.allow_truncation = false;
  const auto lone = build_filter(alone);
  CHECK(decide(filter, __NR_memfd_create) == kAllow && decide(lone, __NR_memfd_create) == kUnknown);
  for (const int number : calls::kMetadata) {
    CHECK(decide(filter, number) == kAllow && decide(lone, number) == kDeny);
  }
  for (const int number : calls::kModes) {
    CHECK(decide(filter, number) == kAllow && decide(lone, number) == kPretend);
  }
  CHECK(decide(filter, __NR_utimensat) == kAllow && decide(lone, __NR_utimensat, {0, 1, 0, 0}) == kDeny);
  CHECK(decide(lone, __NR_utimensat, {0, 1, uint64_t{1} << 32, 0}) == kPretend);
  CHECK(decide(lone, __NR_utimensat, {0, 1, 1, 0}) == kPretend);
  CHECK(decide(filter, __NR_truncate) == kAllow && decide(lone, __NR_truncate) == kDeny);
  CHECK(decide(filter, calls::kOpenat2) == kAllow && decide(lone, calls::kOpenat2) == kUnknown);
  CHECK(decide(filter, __NR_openat, {0, 0, O_RDONLY | O_TRUNC}) == kAllow);
  CHECK(decide(lone, __NR_openat, {0, 0, O_RDONLY | O_TRUNC}) == kDeny);
  CHECK(decide(lone, __NR_openat, {0, 0, O_RDONLY}) == kAllow);
  CHECK(decide(lone, __NR_openat, {0, 0, O_WRONLY | O_TRUNC | O_CREAT}) == kAllow);
#ifdef __x86_64__
  CHECK(decide(lone, __NR_open, {0, O_RDONLY | O_TRUNC}) == kDeny);
  CHECK(decide(lone, __NR_open, {0, O_RDWR | O_TRUNC}) == kAllow);
#endif
  CHECK(lone.size() < 700);
}

TEST(calls_that_depend_on_an_argument) {
  const auto filter = build_filter(strict());
  CHECK(decide(filter, __NR_prlimit64, {0, RLIMIT_CPU, 0, 1234}) == kAllow);
  CHECK(decide(filter, __NR_prlimit64, {0, RLIMIT_CPU, 1, 0}) == kDeny);
  CHECK(decide(filter, __NR_prlimit64, {0, RLIMIT_CPU, uint64_t{1} << 32, 0}) == kDeny);
  CHECK(decide(filter, __NR_sendto, {3, 1, 1, 0, 0, 0}) == kAllow);
  CHECK(decide(filter, __NR_sendto, {3, 1, 1, 0, 0x7fff00000000, 16}) == kDeny);
  CHECK(decide(filter, __NR_prctl, {PR_SET_DUMPABLE, 0}) == kAllow);
  CHECK(decide(filter, __NR_prctl, {PR_SET_DUMPABLE, 1}) == kDeny);
  CHECK(decide(filter, __NR_prctl, {PR_SET_NAME, 1}) == kAllow && decide(filter, __NR_prctl, {0x53564d41}) == kAllow);
  for (const uint32_t option : calls::kPrctlDenied) {
    CHECK(decide(filter, __NR_prctl, {option}) == kDeny);
  }
  CHECK(decide(filter, __NR_fcntl, {3, F_SETFL}) == kAllow && decide(filter, __NR_fcntl, {3, F_SETOWN}) == kDeny);
  CHECK(decide(filter, __NR_fcntl, {3, 10 /* F_SETSIG */}) == kDeny);
  CHECK(decide(filter, __NR_ioctl, {0, TIOCSTI}) == kDeny && decide(filter, __NR_ioctl, {0, TCGETS}) == kAllow);
}

TEST(paths_are_short) {
  // Every call is answered after the architecture, the number and a logarithmic search.
  CHECK(build_filter(strict()).size() < 600);
  CHECK(build_filter(with_subprocess()).size() < 600);
}

TEST(needs_no_new_privs) {
  CHECK(in_child([] {
          try {
            install_filter({});
          } catch (const Error&) {
            return 0;
          }
          return 1;
        }) == 0);
}

TEST(kernel_denies_what_the_table_denies) {
  CHECK(filtered({}, [] {
          for (const int number : calls::kDenied) {
            // Arguments that would do no harm if the call did get through; vhangup has none to spoil.
            if (number != __NR_vhangup && !denied(::syscall(number, -1L, -1L, -1L, -1L, -1L, -1L))) {
              std::fprintf(stderr, "syscall %d got through\n", number);
              return 1;
            }
          }
          return 0;
        }) == 0);
}

TEST(kernel_denies_processes_signals_and_limits) {
  CHECK(filtered({}, [] {
          char* const none[] = {nullptr};
          const rlimit limit{5, 5};
          rlimit seen{};
          const bool processes = denied(::fork()) && denied(::execve("/bin/true", none, none)) &&
                                 denied(::syscall(calls::kClone3, nullptr, 0), ENOSYS);
          const bool signals = denied(::kill(::getppid(), 0)) && denied(::kill(-1, 0)) && denied(::kill(0, 0)) &&
                               ::kill(::getpid(), 0) == 0;
          const bool limits = denied(::setrlimit(RLIMIT_CPU, &limit)) && ::getrlimit(RLIMIT_CPU, &seen) == 0;
          const bool control = denied(::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)) && ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
                               denied(::prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0));
          return processes && signals && limits && control ? 0 : 1;
        }) == 0);
}

TEST(ordinary_work_goes_on) {
  int pair[2];
  must(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), "socketpair");
  CHECK(filtered({}, [&pair] {
          int sum = 0;
          std::thread first([&sum] { sum += 1; });
          first.join();
          std::thread second([&sum] { sum += 2; });
          second.join();
          char byte = 'x';
          const bool stream = ::write(pair[1], &byte, 1) == 1 && ::read(pair[0], &byte, 1) == 1;
          iovec part{&byte, 1};
          msghdr message{};
          message.msg_iov = &part;
          message.msg_iovlen = 1;
          const bool messages = ::sendmsg(pair[1], &message, 0) == 1 && ::recvmsg(pair[0], &message, 0) == 1 &&
                                ::send(pair[1], &byte, 1, 0) == 1 && ::recv(pair[0], &byte, 1, 0) == 1;
          void* const block = ::mmap(nullptr, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          return sum == 3 && stream && messages && block != MAP_FAILED ? 0 : 1;
        }) == 0);
  ::close(pair[0]);
  ::close(pair[1]);
}

TEST(abort_still_ends_the_process) { CHECK(filtered({}, []() -> int { ::abort(); }) == 128 + SIGABRT); }

TEST(subprocesses_where_allowed) {
  CHECK(filtered({true, true, 0, 0}, [] {
          const pid_t child = must(::fork(), "fork");
          if (child == 0) {
            ::execl("/bin/sh", "sh", "-c", "exec sleep 60", nullptr);
            ::_exit(1);
          }
          const bool guarded = denied(::kill(::getppid(), 0)) && denied(::kill(-1, 0)) && denied(::setsid()) &&
                               denied(::setpgid(child, child));
          must(::kill(child, SIGKILL), "kill");
          int status = 0;
          must(::waitpid(child, &status, 0), "waitpid");
          return guarded && WIFSIGNALED(status) ? 0 : 1;
        }) == 0);
}

TEST_MAIN
