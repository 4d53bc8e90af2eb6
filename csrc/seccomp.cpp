#include "seccomp.hpp"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <iterator>
#include <map>
#include <span>
#include <string>

#include "error.hpp"
#include "seccomp_calls.hpp"

namespace effibench {
namespace {

static_assert(std::endian::native == std::endian::little, "argument offsets below assume little-endian");
#if defined(__x86_64__)
constexpr uint32_t kArch = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t kArch = AUDIT_ARCH_AARCH64;
#else
#error "the syscall filter knows x86-64 and aarch64 only"
#endif
constexpr uint32_t kX32Bit = 0x40000000;
constexpr pid_t kAnyPid = 0x7ffffffe;     // stands for the pid in a prepared filter; no process has it
constexpr uint32_t kNoCall = 0xffffffff;  // syscall(-1), also what a tracer sets to skip a call

// A program whose every path ends in a return. Whole programs nest as branches, so that offsets never need labels.
using Program = std::vector<sock_filter>;

bool same(const Program& a, const Program& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const sock_filter& x, const sock_filter& y) {
    return x.code == y.code && x.jt == y.jt && x.jf == y.jf && x.k == y.k;
  });
}

Program give(uint32_t action) { return {sock_filter{BPF_RET | BPF_K, 0, 0, action}}; }
const Program kAllow = give(SECCOMP_RET_ALLOW);
const Program kDeny = give(SECCOMP_RET_ERRNO | EPERM);
const Program kPretend = give(SECCOMP_RET_ERRNO | 0);  // not done, and said to be
const Program kUnknown = give(SECCOMP_RET_ERRNO | ENOSYS);
const Program kKill = give(SECCOMP_RET_KILL_PROCESS);

void append(Program& program, const Program& more) { program.insert(program.end(), more.begin(), more.end()); }

// `test` is BPF_JEQ, BPF_JGE or BPF_JSET against `value`.
Program branch(uint16_t test, uint32_t value, const Program& yes, const Program& no) {
  Program program;
  const auto code = static_cast<uint16_t>(BPF_JMP | test | BPF_K);
  if (yes.size() <= 255) {
    program.push_back({code, 0, static_cast<uint8_t>(yes.size()), value});
  } else {  // conditional jumps reach 255 instructions, the plain one any distance
    program.push_back({code, 1, 0, value});
    program.push_back({BPF_JMP | BPF_JA, 0, 0, static_cast<uint32_t>(yes.size())});
  }
  append(program, yes);
  append(program, no);
  return program;
}

Program load(std::size_t offset, const Program& rest) {
  Program program = {sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<uint32_t>(offset)}};
  append(program, rest);
  return program;
}

// The low half is all the kernel looks at where a parameter is an int (pids, commands, flags of clone).
Program low_half(std::size_t argument, const Program& rest) {
  return load(offsetof(seccomp_data, args) + 8 * argument, rest);
}

// Allowed only if the whole argument is zero: a null pointer, say.
Program zero_only(std::size_t argument) {
  const Program high = load(offsetof(seccomp_data, args) + 8 * argument + 4, branch(BPF_JEQ, 0, kAllow, kDeny));
  return low_half(argument, branch(BPF_JEQ, 0, high, kDeny));
}

// Denied if the loaded value is one of these.
Program none_of(std::span<const uint32_t> values, Program otherwise) {
  for (const uint32_t value : values) {
    otherwise = branch(BPF_JEQ, value, kDeny, otherwise);
  }
  return otherwise;
}

// Keeps these bits of the loaded value.
Program masked(uint32_t mask, const Program& rest) {
  Program program = {sock_filter{BPF_ALU | BPF_AND | BPF_K, 0, 0, mask}};
  append(program, rest);
  return program;
}

// A connected pair leads nowhere else; datagram sockets could name another address with each message.
Program socketpair_rule() {
  const Program type = low_half(1, masked(calls::kSocketTypeMask, branch(BPF_JEQ, calls::kStreamType, kAllow, kDeny)));
  return low_half(0, branch(BPF_JEQ, calls::kUnixFamily, type, kDeny));
}

// To truncate a file takes no right to write to it before Landlock's ABI 3.
Program open_rule(std::size_t flags) {
  return low_half(flags, branch(BPF_JSET, calls::kTruncate, branch(BPF_JSET, calls::kAccessMode, kAllow, kDeny), kAllow));
}

// Given times are said to be set. "Now", a null pointer, is refused: `touch` asks for it first, and takes success for
// the news that the file is there.
Program times_rule(std::size_t times) {
  const Program high = load(offsetof(seccomp_data, args) + 8 * times + 4, branch(BPF_JEQ, 0, kDeny, kPretend));
  return low_half(times, branch(BPF_JEQ, 0, high, kPretend));
}

Program clone_rule(const SeccompPolicy& policy) {
  const Program allowed = policy.allow_subprocess ? kAllow : branch(BPF_JSET, calls::kCloneThread, kAllow, kDeny);
  return low_half(0, branch(BPF_JSET, calls::kCloneDenied, kDeny, allowed));
}

Program signal_rule(const SeccompPolicy& policy) {
  if (!policy.allow_subprocess || !policy.signal_others) {
    return policy.self > 0 ? low_half(0, branch(BPF_JEQ, static_cast<uint32_t>(policy.self), kAllow, kDeny)) : kDeny;
  }
  // 0 is the own group, negative ones (top bit set) are other groups and, as -1, everybody; 1 is an init.
  const Program positive = branch(BPF_JGE, 2, branch(BPF_JSET, 0x80000000, kDeny, kAllow), kDeny);
  return low_half(0, policy.parent > 0 ? branch(BPF_JEQ, static_cast<uint32_t>(policy.parent), kDeny, positive)
                                       : positive);
}

// Number -> what to do, for the calls that are not simply allowed.
std::map<uint32_t, Program> table(const SeccompPolicy& policy) {
  std::map<uint32_t, Program> rules;
  const auto put = [&rules](std::span<const int> numbers, const Program& rule) {
    for (const int number : numbers) {
      rules.insert_or_assign(static_cast<uint32_t>(number), rule);
    }
  };
  const auto put_one = [&put](int number, const Program& rule) { put(std::span(&number, 1), rule); };
  put(calls::kDenied, kDeny);
  put(calls::kForks, policy.allow_subprocess ? kAllow : kDeny);
  put(calls::kExecs, policy.allow_exec ? kAllow : kDeny);
  put(calls::kSignals, signal_rule(policy));
  if (!policy.allow_memfd) {
    put_one(__NR_memfd_create, kUnknown);
  }
  if (!policy.allow_metadata) {
    put(calls::kMetadata, kDeny);
    put(calls::kModes, kPretend);
    put(calls::kTimesThird, times_rule(2));
#ifdef __x86_64__
    put(calls::kTimesSecond, times_rule(1));
#endif
  }
  if (!policy.allow_truncation) {
    put_one(__NR_truncate, kDeny);
    put_one(__NR_openat, open_rule(2));
    put_one(calls::kOpenat2, kUnknown);
#ifdef __x86_64__
    put_one(__NR_open, open_rule(1));
#endif
  }
  put_one(__NR_socketpair, socketpair_rule());
  put_one(__NR_clone, clone_rule(policy));
  put_one(calls::kClone3, kUnknown);
  put_one(__NR_prlimit64, zero_only(2));
  // A destination address could lead a datagram out of a socket that was handed in; send() passes none.
  put_one(__NR_sendto, zero_only(4));
  put_one(__NR_prctl, low_half(0, branch(BPF_JEQ, calls::kPrSetDumpable, zero_only(1),
                                         none_of(calls::kPrctlDenied, kAllow))));
  put_one(__NR_fcntl, low_half(1, none_of(calls::kFcntlDenied, kAllow)));
  put_one(__NR_ioctl, low_half(1, none_of(calls::kIoctlDenied, kAllow)));
  return rules;
}

// From here up to the next segment's start, do this.
struct Segment {
  uint32_t start;
  Program rule;
};

std::vector<Segment> segments(const std::map<uint32_t, Program>& rules) {
  std::vector<Segment> all = {{0, kAllow}};
  const auto add = [&all](uint32_t start, const Program& rule) {
    if (all.back().start == start) {
      all.back().rule = rule;
    } else if (!same(all.back().rule, rule)) {
      all.push_back({start, rule});
    }
  };
  for (const auto& [number, rule] : rules) {
    add(number, rule);
    add(number + 1, kAllow);
  }
#ifdef __x86_64__
  add(kX32Bit, kKill);
#endif
  add(kNoCall, kUnknown);
  // Overwriting a start may have left equal neighbours.
  all.erase(std::unique(all.begin(), all.end(), [](const Segment& a, const Segment& b) { return same(a.rule, b.rule); }),
            all.end());
  return all;
}

// Binary search, so that no call takes more than about eight comparisons.
Program search(std::span<const Segment> part) {
  if (part.size() == 1) {
    return part.front().rule;
  }
  const std::size_t middle = part.size() / 2;
  return branch(BPF_JGE, part[middle].start, search(part.subspan(middle)), search(part.first(middle)));
}

}  // namespace

std::vector<sock_filter> build_filter(const SeccompPolicy& policy) {
  const Program dispatch = load(offsetof(seccomp_data, nr), search(segments(table(policy))));
  Program program = load(offsetof(seccomp_data, arch), branch(BPF_JEQ, kArch, dispatch, kKill));
  if (program.size() > BPF_MAXINSNS) {
    throw Error("the syscall filter has " + std::to_string(program.size()) + " instructions, the kernel takes " +
                std::to_string(BPF_MAXINSNS));
  }
  return program;
}

PreparedFilter::PreparedFilter(const SeccompPolicy& policy) : by_pid_(policy.self <= 0) {
  SeccompPolicy filled = policy;
  filled.self = by_pid_ ? kAnyPid : policy.self;
  program_ = build_filter(filled);
}

void PreparedFilter::install() const {
  if (check(::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), "prctl(PR_GET_NO_NEW_PRIVS)") != 1) {
    throw Error("install_filter: set no_new_privs first", EINVAL);
  }
  std::vector<sock_filter> filter = program_;
  if (by_pid_) {
    for (sock_filter& instruction : filter) {
      if (instruction.k == static_cast<uint32_t>(kAnyPid)) {
        instruction.k = static_cast<uint32_t>(::getpid());
      }
    }
  }
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  // TSYNC: a fork starts with one thread, but should a library's fork handler have started another, it is covered too.
  constexpr unsigned kFlags = SECCOMP_FILTER_FLAG_TSYNC;
  long result = ::syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, kFlags | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
  if (result < 0 && errno == EINVAL) {
    result = ::syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, kFlags, &program);  // before Linux 4.17
  }
  check(result, "seccomp(SECCOMP_SET_MODE_FILTER)");
  if (result != 0) {
    throw Error("seccomp: thread " + std::to_string(result) + " of this process has another filter");
  }
}

void install_filter(const SeccompPolicy& policy) {
  SeccompPolicy filled = policy;
  filled.parent = policy.parent > 0 ? policy.parent : ::getppid();
  PreparedFilter(filled).install();
}

}  // namespace effibench
