// libeffibench-names: gives every sandboxed process its own names for POSIX shared memory and named semaphores.
//
// Why. glibc keeps both as files in /dev/shm, a folder that all processes of the machine share: what one candidate
// leaves there the next one finds. To forbid it breaks honest code, because multiprocessing and its ThreadPool
// make a named semaphore and unlink it at once. A private /dev/shm per process would need a mount namespace per process.
//
// How. The dynamic linker loads this library before all others (LD_PRELOAD in the zygote's environment), so its
// shm_open, sem_open and the rest are the ones that libraries bind to. They keep the objects in TMPDIR, the
// process's own scratch folder, which is emptied after it; its child processes inherit the variable and share the names.
// Without TMPDIR, as in the zygote while it imports, objects stay where glibc has them.
//
// What can fail: anything a file can, with the errno that the functions document. This is a convenience and no
// protection: the protection is that /dev/shm cannot be written, whoever asks and however. Code that goes there without
// these functions is refused.
//
// C library only: this is loaded into every interpreter, so it must not bring a C++ runtime with it.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

// Writes the path of an object; false with errno if the name is none.
bool place_of(const char* kind, const char* name, char (&path)[PATH_MAX]) {
  while (*name == '/') {
    ++name;
  }
  if (*name == '\0' || strchr(name, '/') != nullptr) {
    errno = EINVAL;
    return false;
  }
  const char* folder = getenv("TMPDIR");
  const int length = snprintf(path, sizeof path, "%s/%s%s", folder == nullptr ? "/dev/shm" : folder, kind, name);
  if (length < 0 || static_cast<size_t>(length) >= sizeof path || strlen(name) > NAME_MAX - 4) {
    errno = ENAMETOOLONG;
    return false;
  }
  return true;
}

sem_t* map_semaphore(int file) {
  void* area = mmap(nullptr, sizeof(sem_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const int code = errno;
  close(file);
  errno = code;
  return area == MAP_FAILED ? SEM_FAILED : static_cast<sem_t*>(area);
}

sem_t* open_semaphore(const char* path) {
  const int file = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  return file < 0 ? SEM_FAILED : map_semaphore(file);
}

// Makes the semaphore under a passing name and links it to its own, so that nobody ever sees a half-made one.
sem_t* create_semaphore(const char* path, mode_t mode, unsigned value) {
  char passing[PATH_MAX];
  if (snprintf(passing, sizeof passing, "%s.%d.new", path, getpid()) >= static_cast<int>(sizeof passing)) {
    errno = ENAMETOOLONG;
    return SEM_FAILED;
  }
  const int file = open(passing, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (file < 0) {
    return SEM_FAILED;
  }
  sem_t* made = SEM_FAILED;
  if (ftruncate(file, sizeof(sem_t)) == 0) {
    made = map_semaphore(file);
  } else {
    const int code = errno;
    close(file);
    errno = code;
  }
  if (made != SEM_FAILED && (sem_init(made, 1, value) != 0 || link(passing, path) != 0)) {
    const int code = errno;
    munmap(made, sizeof(sem_t));
    errno = code;
    made = SEM_FAILED;
  }
  const int code = errno;
  unlink(passing);
  errno = code;
  return made;
}

}  // namespace

// multiprocessing asks how much room /dev/shm has before it puts its heap there: none, so that it goes to TMPDIR.
EXPORTED int statvfs64(const char* path, struct statvfs64* facts) {
  using Real = int (*)(const char*, struct statvfs64*);
  static const Real real = reinterpret_cast<Real>(dlsym(RTLD_NEXT, "statvfs64"));
  if (real == nullptr) {
    errno = ENOSYS;
    return -1;
  }
  const int result = real(path, facts);
  if (result == 0 && getenv("TMPDIR") != nullptr && strcmp(path, "/dev/shm") == 0) {
    facts->f_bfree = facts->f_bavail = 0;
  }
  return result;
}

EXPORTED int shm_open(const char* name, int flags, mode_t mode) {
  char path[PATH_MAX];
  return place_of("shm.", name, path) ? open(path, flags | O_NOFOLLOW | O_CLOEXEC, mode) : -1;
}

EXPORTED int shm_unlink(const char* name) {
  char path[PATH_MAX];
  return place_of("shm.", name, path) ? unlink(path) : -1;
}

EXPORTED sem_t* sem_open(const char* name, int flags, ...) {
  char path[PATH_MAX];
  if (!place_of("sem.", name, path)) {
    return SEM_FAILED;
  }
  if ((flags & O_CREAT) == 0) {
    return open_semaphore(path);
  }
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = va_arg(arguments, mode_t);
  const unsigned value = va_arg(arguments, unsigned);
  va_end(arguments);
  for (;;) {
    if ((flags & O_EXCL) == 0) {
      sem_t* there = open_semaphore(path);
      if (there != SEM_FAILED || errno != ENOENT) {
        return there;
      }
    }
    sem_t* made = create_semaphore(path, mode, value);
    if (made != SEM_FAILED || errno != EEXIST || (flags & O_EXCL) != 0) {
      return made;
    }
  }  // somebody was quicker, or has just unlinked it: look again
}

EXPORTED int sem_close(sem_t* semaphore) { return munmap(semaphore, sizeof(sem_t)); }

EXPORTED int sem_unlink(const char* name) {
  char path[PATH_MAX];
  return place_of("sem.", name, path) ? unlink(path) : -1;
}
