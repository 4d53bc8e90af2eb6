// The functions that can be made to fail (faulty_page.hpp has the theory), and what arms them.
#include <dlfcn.h>
#include <sys/prctl.h>

#include "faulty_page.hpp"

// A function of its own behind the C library's name, so that the header's declaration is no contradiction.
#define FAULTY(result, name, parameters, arguments, failure, after)                             \
  static const int number_of_##name = register_name(#name);                                     \
  extern "C" __attribute__((visibility("default"))) result faulty_##name parameters __asm__(#name); \
  result faulty_##name parameters {                                                             \
    static result (*const real) parameters =                                                    \
        reinterpret_cast<result(*) parameters>(dlsym(RTLD_NEXT, #name));                        \
    if (const int code = hit(number_of_##name); code != 0) {                                    \
      errno = code;                                                                             \
      return failure;                                                                           \
    }                                                                                           \
    const result value = real arguments;                                                        \
    after;                                                                                      \
    return value;                                                                               \
  }
#define CALL(name, parameters, arguments) FAULTY(long, name, parameters, arguments, -1, (void)0)
#define POINTER(name, parameters, arguments, failure) FAULTY(Place, name, parameters, arguments, failure, (void)0)

using Text = const char*;
using Place = void*;

// Files.
CALL(open, (Text path, int flags, long mode), (path, flags, mode))
CALL(open64, (Text path, int flags, long mode), (path, flags, mode))
CALL(openat, (int folder, Text path, int flags, long mode), (folder, path, flags, mode))
CALL(memfd_create, (Text path, unsigned flags), (path, flags))
CALL(ftruncate, (int fd, long size), (fd, size))
CALL(ftruncate64, (int fd, long size), (fd, size))
CALL(fstat, (int fd, Place facts), (fd, facts))
CALL(fstat64, (int fd, Place facts), (fd, facts))
CALL(lstat, (Text path, Place facts), (path, facts))
CALL(lseek64, (int fd, long offset, int whence), (fd, offset, whence))
CALL(read, (int fd, Place data, size_t size), (fd, data, size))
CALL(write, (int fd, Place data, size_t size), (fd, data, size))
CALL(pread, (int fd, Place data, size_t size, long offset), (fd, data, size, offset))
CALL(pread64, (int fd, Place data, size_t size, long offset), (fd, data, size, offset))
CALL(pwrite, (int fd, Place data, size_t size, long offset), (fd, data, size, offset))
CALL(sendfile, (int to, int from, long* offset, size_t size), (to, from, offset, size))
CALL(sendfile64, (int to, int from, long* offset, size_t size), (to, from, offset, size))
CALL(fcntl, (int fd, int command, long argument), (fd, command, argument))
CALL(fcntl64, (int fd, int command, long argument), (fd, command, argument))
CALL(dup2, (int from, int to), (from, to))
CALL(dup3, (int from, int to, int flags), (from, to, flags))
CALL(flock, (int fd, int operation), (fd, operation))
CALL(mkdir, (Text path, unsigned mode), (path, mode))
CALL(rename, (Text from, Text to), (from, to))
CALL(renameat, (int from, Text name, int to, Text new_name), (from, name, to, new_name))
CALL(rmdir, (Text path), (path))
CALL(unlinkat, (int folder, Text path, int flags), (folder, path, flags))
CALL(chown, (Text path, unsigned user, unsigned group), (path, user, group))
CALL(chmod, (Text path, unsigned mode), (path, mode))
CALL(fchmod, (int fd, unsigned mode), (fd, mode))
CALL(mount, (Text from, Text to, Text kind, unsigned long flags, Text data), (from, to, kind, flags, data))
CALL(pipe2, (int* ends, int flags), (ends, flags))
CALL(eventfd, (unsigned first, int flags), (first, flags))
CALL(signalfd, (int fd, Place set, int flags), (fd, set, flags))
POINTER(fdopendir, (int fd), (fd), nullptr)
POINTER(opendir, (Text path), (path), nullptr)

// Memory.
POINTER(mmap, (Place at, size_t size, int protection, int flags, int fd, long offset),
        (at, size, protection, flags, fd, offset), MAP_FAILED)
POINTER(mmap64, (Place at, size_t size, int protection, int flags, int fd, long offset),
        (at, size, protection, flags, fd, offset), MAP_FAILED)

// Messages.
CALL(socketpair, (int domain, int type, int protocol, int* ends), (domain, type, protocol, ends))
FAULTY(long, sendmsg, (int fd, Place message, int flags), (fd, message, flags), -1, sent += value >= 0)
FAULTY(long, recvmsg, (int fd, Place message, int flags), (fd, message, flags), -1, received += value > 0)
CALL(send, (int fd, Place data, size_t size, int flags), (fd, data, size, flags))
CALL(recv, (int fd, Place data, size_t size, int flags), (fd, data, size, flags))
CALL(poll, (Place entries, unsigned long count, int timeout), (entries, count, timeout))
CALL(ppoll, (Place entries, unsigned long count, Place timeout, Place mask), (entries, count, timeout, mask))

// Processes and their rights. What follows a successful fork is the child's doing.
FAULTY(long, fork, (), (), -1, ([&] {
         if (static_cast<pid_t>(value) == 0) {
           role = kFork;
           sent = received = 0;
         }
       }()))
FAULTY(long, prctl, (int option, Text a, long b, long c, long d), (option, a, b, c, d), -1, ([&] {
         for (int index = kFork + 1; option == PR_SET_NAME && index < kRoleCount; ++index) {
           if (strncmp(a, "eb-", 3) == 0 && strcmp(a + 3, kRoles[index]) == 0) {
             role = index;
           }
         }
       }()))
CALL(execve, (Text path, Place argv, Place environment), (path, argv, environment))
CALL(setsid, (), ())
CALL(chdir, (Text path), (path))
CALL(kill, (pid_t pid, int number), (pid, number))
CALL(wait4, (pid_t pid, int* status, int options, Place usage), (pid, status, options, usage))
CALL(waitid, (int kind, unsigned id, Place info, int options), (kind, id, info, options))
CALL(waitpid, (pid_t pid, int* status, int options), (pid, status, options))
CALL(sched_setaffinity, (pid_t pid, size_t size, Place set), (pid, size, set))
CALL(sched_getaffinity, (pid_t pid, size_t size, Place set), (pid, size, set))
CALL(getpriority, (int kind, unsigned who), (kind, who))
CALL(setpriority, (int kind, unsigned who, int value_wanted), (kind, who, value_wanted))
CALL(getrlimit, (int resource, Place limit), (resource, limit))
CALL(setrlimit, (int resource, Place limit), (resource, limit))
CALL(setgroups, (size_t count, Place groups), (count, groups))
CALL(setresuid, (unsigned real_id, unsigned effective, unsigned saved), (real_id, effective, saved))
CALL(setresgid, (unsigned real_id, unsigned effective, unsigned saved), (real_id, effective, saved))

// These two return the error instead of setting errno.
static const int number_of_posix_spawn = register_name("posix_spawn");
extern "C" __attribute__((visibility("default"))) int faulty_posix_spawn(pid_t*, Text, Place, Place, Place, Place) __asm__("posix_spawn");
int faulty_posix_spawn(pid_t* pid, Text path, Place actions, Place attributes, Place argv, Place environment) {
  static const auto real =
      reinterpret_cast<int (*)(pid_t*, Text, Place, Place, Place, Place)>(dlsym(RTLD_NEXT, "posix_spawn"));
  const int code = hit(number_of_posix_spawn);
  return code != 0 ? code : real(pid, path, actions, attributes, argv, environment);
}

static const int number_of_pthread_create = register_name("pthread_create");
extern "C" __attribute__((visibility("default"))) int faulty_pthread_create(Place, Place, Place, Place) __asm__("pthread_create");
int faulty_pthread_create(Place thread, Place attributes, Place routine, Place argument) {
  static const auto real = reinterpret_cast<int (*)(Place, Place, Place, Place)>(dlsym(RTLD_NEXT, "pthread_create"));
  const int code = hit(number_of_pthread_create);
  return code != 0 ? code : real(thread, attributes, routine, argument);
}

static const int first_raw = [] {
  const int first = name_count;
  for (const Raw& raw : kRaw) {
    register_name(raw.name);
  }
  return first;
}();
extern "C" __attribute__((visibility("default"))) long faulty_syscall(long, long, long, long, long, long, long) __asm__("syscall");
long faulty_syscall(long number, long a, long b, long c, long d, long e, long f) {
  static const auto real =
      reinterpret_cast<long (*)(long, long, long, long, long, long, long)>(dlsym(RTLD_NEXT, "syscall"));
  for (int index = 0; page != nullptr && index < static_cast<int>(sizeof kRaw / sizeof *kRaw); ++index) {
    if (kRaw[index].number == number) {
      if (const int code = hit(first_raw + index); code != 0) {
        errno = code;
        return -1;
      }
    }
  }
  const long value = real(number, a, b, c, d, e, f);
  if (number == SYS_clone && value == 0 && role == kLauncher) {
    role = kProgram;
  }
  return value;
}

// What the host under test uses.
#define FOR_THE_HOST extern "C" __attribute__((visibility("default")))

FOR_THE_HOST int faulty_function(Text name) { return index_of(name); }

FOR_THE_HOST int faulty_role(Text name) {
  for (int index = 0; index < kRoleCount; ++index) {
    if (strcmp(kRoles[index], name) == 0) {
      return index;
    }
  }
  return -1;
}

// Forgets all counts.
FOR_THE_HOST void faulty_arm(int of_role, int function, int number, int action, int code) {
  page->armed = 0;
  for (auto& row : page->counts) {
    for (auto& count : row) {
      count = 0;
    }
  }
  page->role = of_role;
  page->function = function;
  page->number = number;
  page->action = action;
  page->code = code;
  page->fired = 0;
  page->armed = 1;
}

FOR_THE_HOST void faulty_disarm() { page->armed = 0; }
FOR_THE_HOST int faulty_count(int of_role, int function) { return page->counts[of_role][function]; }
FOR_THE_HOST int faulty_stage() { return page->fired != 0 ? page->stage.load() : -1; }
FOR_THE_HOST void faulty_on_notice(void (*function)()) { notify = function; }
