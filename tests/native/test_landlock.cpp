#include "landlock.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "check.hpp"
#include "error.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {

void restrict(const LandlockRules& rules, int abi) {
  must(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl");
  const Fd ruleset = landlock_ruleset(rules, abi);
  landlock_restrict(ruleset.get());
}

bool opens(const std::string& path, int flags) { return static_cast<bool>(Fd(::open(path.c_str(), flags, 0600))); }

bool refused(long result) { return result < 0 && (errno == EACCES || errno == EPERM || errno == EXDEV); }

// Where the kernel has no Landlock there is nothing to enforce; say so rather than pass silently.
bool absent(int needed, const char* what) {
  if (landlock_abi() >= needed) {
    return false;
  }
  std::fprintf(stderr, "       (kernel has Landlock ABI %d: %s not tested)\n", landlock_abi(), what);
  return true;
}

}  // namespace

TEST(no_landlock_is_an_error) {
  CHECK(landlock_abi() >= 0);
  CHECK_THROWS(landlock_ruleset({}, 0), Error);
  CHECK_THROWS(landlock_ruleset({}, -1), Error);
  CHECK_THROWS((landlock_restrict(-1), 0), Error);
}

TEST(every_abi_up_to_the_kernels_is_accepted) {
  const Folder folder;
  for (int abi = 1; abi <= landlock_abi(); ++abi) {
    CHECK(landlock_ruleset({{"/usr", "/etc/passwd", "/no/such/path"}, {folder.path(), "/dev/null"}, true}, abi).get() >= 0);
    CHECK(in_child([&] {
            restrict({{"/usr"}, {folder.path()}, false}, abi);
            const bool scratch = opens(folder.path("new"), O_CREAT | O_WRONLY) && ::unlink(folder.path("new").c_str()) == 0;
            return scratch && !opens("/etc/passwd", O_RDONLY) && opens("/usr", O_RDONLY) ? 0 : 1;
          }) == 0);
  }
}

TEST(hidden_folders_stay_closed) {
  if (absent(1, "file rules")) {
    return;
  }
  const Folder libraries;
  libraries.write("package/module", "");
  libraries.write("package/secret/deep/answer", "");
  libraries.write("other/module", "");
  libraries.write("file", "");
  std::filesystem::create_directory_symlink(libraries.path("package"), libraries.path("around"));
  std::filesystem::create_directory_symlink(libraries.path("package/secret"), libraries.path("into"));
  const std::string secret = libraries.path("package/secret");
  for (const LandlockRules& rules : {LandlockRules{{libraries.path()}, {}, false, {secret}},
                                     LandlockRules{{libraries.path("around")}, {}, false, {secret + "/"}},
                                     LandlockRules{{secret, secret + "/deep"}, {}, false, {secret, "/no/such/folder"}}}) {
    const bool whole = rules.read_only.front() == libraries.path();
    CHECK(in_child([&] {
            restrict(rules, landlock_abi());
            for (const char* way : {"package/secret/deep/answer", "around/secret/deep/answer", "into/deep/answer"}) {
              if (opens(libraries.path(way), O_RDONLY)) {
                return 1;
              }
            }
            const bool beside = opens(libraries.path("file"), O_RDONLY) && opens(libraries.path("other/module"), O_RDONLY);
            const bool module = opens(libraries.path("package/module"), O_RDONLY) &&
                                opens(libraries.path("around/module"), O_RDONLY);
            const bool listed = opens(libraries.path("package"), O_RDONLY | O_DIRECTORY);
            if (rules.read_only.front() == secret) {
              return beside || module || listed ? 2 : 0;
            }
            return beside == whole && module && listed ? 0 : 3;
          }) == 0);
  }
}

TEST(writes_only_into_scratch) {
  if (absent(1, "file rules")) {
    return;
  }
  const Folder scratch;
  const Folder other;
  other.write("file", "text");
  scratch.write("file", "text");
  CHECK(in_child([&] {
          restrict({{other.path(), "/proc"}, {scratch.path(), "/dev/null"}, false}, landlock_abi());
          const bool reads = opens(other.path("file"), O_RDONLY) && opens("/proc/self/maps", O_RDONLY);
          const bool no_writes = !opens(other.path("file"), O_WRONLY) && !opens(other.path("new"), O_CREAT | O_WRONLY) &&
                                 refused(::mkdir(other.path("dir").c_str(), 0700)) &&
                                 refused(::unlink(other.path("file").c_str())) &&
                                 refused(::rename(scratch.path("file").c_str(), other.path("moved").c_str()));
          const bool no_reads = !opens("/etc/passwd", O_RDONLY) && !opens("/", O_RDONLY);
          const bool writes = opens(scratch.path("new"), O_CREAT | O_RDWR) &&
                              ::mkdir(scratch.path("dir").c_str(), 0700) == 0 &&
                              ::rename(scratch.path("new").c_str(), scratch.path("dir/new").c_str()) == 0 &&
                              ::truncate(scratch.path("file").c_str(), 1) == 0;
          return reads && no_writes && no_reads && writes && opens("/dev/null", O_RDWR) ? 0 : 1;
        }) == 0);
  CHECK(!refused(::truncate(other.path("file").c_str(), 4)));
}

TEST(truncate_needs_the_right) {
  if (absent(3, "truncate")) {
    return;
  }
  const Folder folder;
  folder.write("file", "text");
  CHECK(in_child([&] {
          restrict({{folder.path()}, {}, false}, landlock_abi());
          return refused(::truncate(folder.path("file").c_str(), 0)) ? 0 : 1;
        }) == 0);
}

TEST(exec_only_where_allowed) {
  if (absent(1, "exec")) {
    return;
  }
  const LandlockRules everything{{"/"}, {}, false};
  LandlockRules with_exec = everything;
  with_exec.allow_exec = true;
  const auto run = [](const LandlockRules& rules) {
    return in_child([&rules] {
      restrict(rules, landlock_abi());
      ::execl("/bin/sh", "sh", "-c", "exit 7", nullptr);
      return errno == EACCES ? 8 : 9;
    });
  };
  CHECK(run(everything) == 8);
  CHECK(run(with_exec) == 7);
}

TEST(mapping_a_library_needs_no_exec_right) {
  if (absent(1, "mapping")) {
    return;
  }
  CHECK(in_child([] {
          restrict({{"/usr", "/lib"}, {}, false}, landlock_abi());
          const Fd fd(::open("/bin/sh", O_RDONLY));
          return ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd.get(), 0) != MAP_FAILED ? 0 : 1;
        }) == 0);
}

TEST(no_tcp) {
  if (absent(4, "TCP")) {
    return;
  }
  CHECK(in_child([] {
          restrict({}, landlock_abi());
          const Fd fd(::socket(AF_INET, SOCK_STREAM, 0));
          sockaddr_in address{};
          address.sin_family = AF_INET;
          address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
          address.sin_port = htons(9);
          const auto* const plain = reinterpret_cast<const sockaddr*>(&address);
          return refused(::connect(fd.get(), plain, sizeof address)) && refused(::bind(fd.get(), plain, sizeof address))
                     ? 0
                     : 1;
        }) == 0);
}

TEST(no_signals_out) {
  if (absent(6, "signal scope")) {
    return;
  }
  CHECK(in_child([] {
          restrict({}, landlock_abi());
          return refused(::kill(::getppid(), 0)) && ::kill(::getpid(), 0) == 0 ? 0 : 1;
        }) == 0);
}

TEST_MAIN
