// Makes one chosen call of one chosen process fail: loaded with LD_PRELOAD into a host and all that it starts.
//
// A file that all these processes map counts the calls of every function, by the role of the caller, and holds the one
// fault that is armed: at call `number` of `function` in a process of that role, return an error, die, stop, or have the
// host run a function of its own. Roles are told apart without help from the program under test: the host has a variable
// in its environment, the launcher its name, the launcher's clone is what `clone` returned 0 to, a fork of the zygote is
// what `fork` returned 0 to, and has its role's name from then on as soon as it calls itself "eb-<role>".
//
// Only calls between shared objects can be replaced, so what glibc calls inside itself never fails here.
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

namespace {

constexpr const char* kRoles[] = {"host",      "launcher", "program",   "zygote",    "fork", "probe",
                                  "generator", "judge",    "reference", "candidate", "canary"};
constexpr int kHost = 0, kLauncher = 1, kProgram = 2, kZygote = 3, kFork = 4;
constexpr int kRoleCount = sizeof kRoles / sizeof *kRoles;

// The calls that `syscall` is used for here, counted one by one.
struct Raw {
  const char* name;
  long number;
};
constexpr Raw kRaw[] = {{"clone", SYS_clone},
                        {"pidfd_open", 434},
                        {"pidfd_send_signal", 424},
                        {"close_range", 436},
                        {"landlock_create_ruleset", 444},
                        {"landlock_add_rule", 445},
                        {"landlock_restrict_self", 446},
                        {"seccomp", SYS_seccomp},
                        {"capset", SYS_capset},
                        {"capget", SYS_capget}};

constexpr int kMaxFunctions = 128;
enum Action { kFail, kKill, kStop, kNotify };
enum Stage { kSettingUp, kWaiting, kLoaded };  // of a fork: reported nothing, was told nothing, knows its source

struct Page {
  std::atomic<int> armed;
  int role, function, number, action, code;
  std::atomic<int> fired;
  std::atomic<int> stage;
  std::atomic<int> counts[kRoleCount][kMaxFunctions];
};

const char* names[kMaxFunctions];
int name_count = 0;
Page* page = nullptr;
int role = kZygote;
int sent = 0, received = 0;  // messages since the fork
void (*notify)() = nullptr;

int index_of(const char* name) {
  for (int index = 0; index < name_count; ++index) {
    if (strcmp(names[index], name) == 0) {
      return index;
    }
  }
  return -1;
}

int register_name(const char* name) {
  names[name_count] = name;
  return name_count++;
}

// The first process of a pid namespace is immune to its own signals: it ends itself, or sleeps for ever.
void die() {
  syscall(SYS_kill, getpid(), SIGKILL);
  syscall(SYS_exit_group, 137);
}

void stop() {
  syscall(SYS_kill, getpid(), SIGSTOP);
  while (getpid() == 1) {
    pause();
  }
}

// The errno to fail with, or 0.
int hit(int function) {
  if (page == nullptr || function < 0) {
    return 0;
  }
  const int number = ++page->counts[role][function];
  if (page->armed == 0 || page->role != role || page->function != function || page->number != number) {
    return 0;
  }
  page->stage = received >= 2 ? kLoaded : sent >= 1 ? kWaiting : kSettingUp;
  page->fired = 1;
  const int code = page->code;
  switch (page->action) {
    case kKill: die(); break;
    case kStop: stop(); break;
    case kNotify:
      if (notify != nullptr) {
        notify();
      }
      break;
    default: return code;
  }
  return 0;
}

__attribute__((constructor(102))) void begin() {
  const char* path = getenv("FAULTY_CONTROL");
  if (path == nullptr) {
    return;
  }
  role = getenv("FAULTY_HOST") != nullptr                                  ? kHost
         : strcmp(program_invocation_short_name, "effibench-launcher") == 0 ? kLauncher
                                                                            : kZygote;
  const int fd = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0));
  const auto place =
      fd < 0 ? -1 : syscall(SYS_mmap, nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (place == -1) {
    abort();
  }
  syscall(SYS_close, fd);
  page = reinterpret_cast<Page*>(place);
}

}  // namespace
