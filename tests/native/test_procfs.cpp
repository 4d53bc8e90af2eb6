#include "procfs.hpp"

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <vector>

#include "check.hpp"
#include "error.hpp"
#include "fd.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
Fd open_pidfd(pid_t pid) { return Fd(static_cast<int>(must(::syscall(SYS_pidfd_open, pid, 0), "pidfd_open"))); }
}  // namespace

TEST(files_are_read_whole) {
  const Folder folder;
  const std::string text = std::string(10'000, 'a') + "b";  // more than one read
  folder.write("long", text);
  CHECK(read_file(folder.path("long")) == text);
  CHECK(read_file("/dev/null").empty());
  CHECK(!try_read_file("/proc/self/no-such-file"));
  CHECK(!try_read_file("/dev/null/below-a-file"));
  CHECK_THROWS(read_file("/proc/self/no-such-file"), Error);
  CHECK_THROWS(try_read_file("/proc/self"), Error);  // EISDIR is a mistake, not an absence
}

TEST(own_memory) {
  const auto before = memory_status(0);
  CHECK(before.has_value());
  CHECK(before->threads >= 1);
  CHECK(before->rss_bytes > 0 && before->rss_bytes <= before->hwm_bytes);
  CHECK(before->size_bytes <= before->peak_bytes && before->data_bytes > 0);
  const std::vector<char> block(64 << 20, 1);
  const auto after = memory_status(::getpid());
  CHECK(after.has_value());
  CHECK(after->rss_bytes - before->rss_bytes > 60 << 20);
  CHECK(after->data_bytes - before->data_bytes > 60 << 20);
  const auto cheap = rss_bytes(0);
  CHECK(cheap && *cheap > 60 << 20);
  CHECK(block.back() == 1);
}

TEST(zombie_has_no_memory) {
  const pid_t child = zombie();
  CHECK(!memory_status(child));
  CHECK(!rss_bytes(child));
  must(::waitpid(child, nullptr, 0), "waitpid");
  CHECK(!memory_status(child));
  CHECK(!rss_bytes(child));
}

TEST(pidfd_names_its_process) {
  const pid_t child = zombie();
  const Fd pidfd = open_pidfd(child);
  CHECK(pid_of_pidfd(pidfd.get()) == child);
  must(::waitpid(child, nullptr, 0), "waitpid");
  CHECK_THROWS(pid_of_pidfd(pidfd.get()), Error);
  CHECK_THROWS(pid_of_pidfd(0), Error);
  CHECK_THROWS(pid_of_pidfd(-1), Error);
}

TEST(start_time_identifies) {
  const std::string own = process_start_time(0);
  CHECK(own == process_start_time(::getpid()));
  CHECK(!own.empty() && own.find_first_not_of("0123456789") == std::string::npos);
  const pid_t child = zombie();
  CHECK(std::stoll(process_start_time(child)) >= std::stoll(own));
  must(::waitpid(child, nullptr, 0), "waitpid");
  CHECK_THROWS(process_start_time(child), Error);
}

TEST_MAIN
