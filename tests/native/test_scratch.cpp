#include "scratch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <filesystem>

#include "check.hpp"
#include "error.hpp"
#include "fd.hpp"
#include "support.hpp"

using namespace effibench;
using support::Folder;
using support::must;

namespace {

bool is_empty(const std::string& path) { return std::filesystem::is_empty(path); }

mode_t mode_of(const std::string& path) {
  struct stat facts {};
  must(::lstat(path.c_str(), &facts), "lstat");
  return facts.st_mode & 07777U;
}

// Nests `levels` folders, each with a file; by descriptor, since no path could be that long.
void nest(const std::string& top, int levels) {
  Fd at(must(::open(top.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC), "open"));
  for (int level = 0; level < levels; ++level) {
    must(::mkdirat(at.get(), "moved-up-0", 0700), "mkdirat");  // the name that emptying itself likes to use
    const Fd file(must(::openat(at.get(), "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0), "openat"));
    at = Fd(must(::openat(at.get(), "moved-up-0", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "openat"));
  }
}

// Everything a child can do to make its leftovers hard to remove.
void fill(const std::string& scratch, const std::string& outside) {
  std::filesystem::create_directories(scratch + "/a/b/c");
  for (int number = 0; number < 300; ++number) {
    const Fd file(must(::open((scratch + "/a/" + std::to_string(number)).c_str(), O_CREAT | O_WRONLY, 0), "open"));
  }
  std::filesystem::create_directory_symlink(outside, scratch + "/link");
  std::filesystem::create_symlink("/no/such/place", scratch + "/a/b/dangling");
  must(::mkfifo((scratch + "/pipe").c_str(), 0600), "mkfifo");
  nest(scratch, 400);
  must(::chmod((scratch + "/a/b").c_str(), 0), "chmod");
  must(::chmod((scratch + "/a").c_str(), 0500), "chmod");
  must(::chmod(scratch.c_str(), 0), "chmod");
}

}  // namespace

TEST(made_private_and_kept) {
  const Folder folder;
  const std::string scratch = folder.path("slot");
  CHECK(make_scratch(scratch, -1));
  CHECK(mode_of(scratch) == 0700);
  CHECK(!make_scratch(scratch, -1));
  CHECK_THROWS(make_scratch(folder.path("no/such/slot"), -1), Error);
}

TEST(belongs_to_its_user) {
  if (::geteuid() != 0) {
    std::fprintf(stderr, "       (only root can give files away: not tested)\n");
    return;
  }
  const Folder folder;
  const std::string scratch = folder.path("slot");
  CHECK(make_scratch(scratch, 61184));
  struct stat facts {};
  must(::lstat(scratch.c_str(), &facts), "lstat");
  CHECK(facts.st_uid == 61184 && facts.st_gid == 61184);
  CHECK_THROWS(make_scratch(scratch, 61185), Error);
}

TEST(something_else_in_its_place_is_an_error) {
  const Folder folder;
  folder.write("file", "");
  CHECK_THROWS(make_scratch(folder.path("file"), -1), Error);
  std::filesystem::create_directory_symlink(folder.path(), folder.path("link"));
  CHECK_THROWS(make_scratch(folder.path("link"), -1), Error);
  empty_scratch(folder.path("link"));
  CHECK(std::filesystem::exists(folder.path("file")));
}

TEST(emptied_whatever_is_in_it) {
  const Folder folder;
  const Folder outside;
  outside.write("kept", "text");
  must(::chmod(outside.path().c_str(), 0755), "chmod");
  const std::string scratch = folder.path("slot");
  make_scratch(scratch, -1);
  fill(scratch, outside.path());
  empty_scratch(scratch);
  CHECK(is_empty(scratch));
  CHECK(mode_of(scratch) == 0700);
  CHECK(std::filesystem::exists(outside.path("kept")) && mode_of(outside.path()) == 0755);
}

TEST(an_ordinary_users_locked_folders_are_emptied_too) {
  if (!support::ordinary_user_possible()) {
    return;
  }
  const Folder folder;
  const Folder outside;
  must(::chmod(folder.path().c_str(), 0777), "chmod");
  const std::string scratch = folder.path("slot");
  CHECK(support::in_child([&] {
          if (!support::become_ordinary_user()) {
            return 2;
          }
          make_scratch(scratch, -1);
          fill(scratch, outside.path());
          empty_scratch(scratch);
          return is_empty(scratch) && mode_of(scratch) == 0700 ? 0 : 1;
        }) == 0);
}

TEST(attributes_do_not_reach_the_next_child) {
  const Folder folder;
  const std::string scratch = folder.path("slot");
  make_scratch(scratch, -1);
  const timespec old[2] = {{12345, 678}, {12345, 678}};
  must(::utimensat(AT_FDCWD, scratch.c_str(), old, 0), "utimensat");
  if (::setxattr(scratch.c_str(), "user.memo", "42", 2, 0) != 0) {
    CHECK(errno == ENOTSUP);
    std::fprintf(stderr, "       (this file system has no user attributes: not tested)\n");
  }
  empty_scratch(scratch);
  char value[8];
  CHECK(::getxattr(scratch.c_str(), "user.memo", value, sizeof value) < 0);
  struct stat facts {};
  must(::lstat(scratch.c_str(), &facts), "lstat");
  CHECK(facts.st_mtim.tv_sec != 12345 && facts.st_atim.tv_sec != 12345);
}

TEST(a_missing_directory_is_no_error) { empty_scratch("/no/such/scratch"); }

TEST_MAIN
