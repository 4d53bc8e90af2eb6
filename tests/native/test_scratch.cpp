#include "scratch.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include <filesystem>
#include <functional>
#include <iterator>
#include <vector>

#include "check.hpp"
#include "clock.hpp"
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

// Removes everything in slices of a millisecond; returns how many it took.
int tidy_all(ScratchFolders& folders) {
  int slices = 0;
  for (; !folders.tidied() && slices < 60'000; ++slices) {
    folders.tidy(now_ns() + 1'000'000);
  }
  return slices;
}

}  // namespace

TEST(made_private_and_kept_until_it_is_touched) {
  const Folder folder;
  const std::string scratch = folder.path("slot");
  ScratchFolders folders;
  CHECK(folders.make(scratch, -1));
  CHECK(mode_of(scratch) == 0700);
  folders.leave(scratch);
  CHECK(folders.tidied() && !folders.make(scratch, -1));
  CHECK_THROWS(folders.make(folder.path("no/such/slot"), -1), Error);
}

TEST(one_that_another_zygote_made_is_another_one) {
  const Folder folder;
  const std::string scratch = folder.path("slot");
  ScratchFolders mine;
  ScratchFolders other;
  CHECK(mine.make(scratch, -1) && other.make(scratch, -1));
  must(::mkdir((scratch + "/a").c_str(), 0700), "mkdir");
  CHECK_THROWS(mine.make(scratch, -1), Error);  // nobody has taken it away
  other.leave(scratch);
  CHECK(mine.make(scratch, -1) && is_empty(scratch));
}

TEST(belongs_to_its_user) {
  if (::geteuid() != 0) {
    std::fprintf(stderr, "       (only root can give files away: not tested)\n");
    return;
  }
  const Folder folder;
  const std::string scratch = folder.path("slot");
  ScratchFolders folders;
  CHECK(folders.make(scratch, 61184));
  struct stat facts {};
  must(::lstat(scratch.c_str(), &facts), "lstat");
  CHECK(facts.st_uid == 61184 && facts.st_gid == 61184);
  CHECK_THROWS(folders.make(scratch, 61185), Error);
}

TEST(something_else_in_its_place_is_an_error) {
  const Folder folder;
  folder.write("file", "");
  ScratchFolders folders;
  CHECK_THROWS(folders.make(folder.path("file"), -1), Error);
  std::filesystem::create_directory_symlink(folder.path(), folder.path("link"));
  CHECK_THROWS(folders.make(folder.path("link"), -1), Error);
  folders.leave(folder.path("link"));
  tidy_all(folders);
  CHECK(std::filesystem::exists(folder.path("file")));
}

TEST(taken_away_whatever_is_in_it) {
  const Folder folder;
  const Folder outside;
  outside.write("kept", "text");
  must(::chmod(outside.path().c_str(), 0755), "chmod");
  const std::string scratch = folder.path("slot");
  ScratchFolders folders;
  CHECK(folders.make(scratch, -1));
  fill(scratch, outside.path());
  folders.leave(scratch);
  CHECK(!std::filesystem::exists(scratch) && !folders.tidied());
  CHECK(folders.make(scratch, -1) && is_empty(scratch) && mode_of(scratch) == 0700);
  CHECK(tidy_all(folders) > 1);  // in slices
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  CHECK(std::filesystem::exists(outside.path("kept")) && mode_of(outside.path()) == 0755);
}

TEST(an_ordinary_users_locked_folders_are_removed_too) {
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
          ScratchFolders folders;
          folders.make(scratch, -1);
          fill(scratch, outside.path());
          folders.leave(scratch);
          tidy_all(folders);
          return is_empty(folder.path()) ? 0 : 1;
        }) == 0);
}

TEST(whoever_changes_anything_gets_the_next_one_a_new_directory) {
  const Folder folder;
  const std::string scratch = folder.path("slot");
  const std::vector<std::function<void()>> changes = {
      [&] {
        const timespec old[2] = {{12345, 678}, {12345, 678}};
        must(::utimensat(AT_FDCWD, scratch.c_str(), old, 0), "utimensat");
      },
      [&] { must(::chmod(scratch.c_str(), 0711), "chmod"); },
      [&] {
        if (::setxattr(scratch.c_str(), "user.memo", "42", 2, 0) != 0) {
          CHECK(errno == ENOTSUP);
          std::fprintf(stderr, "       (this file system has no user attributes: not tested)\n");
          must(::chmod(scratch.c_str(), 0711), "chmod");
        }
      },
      [&] { folder.write("slot/file", ""); },
  };
  ScratchFolders folders;
  folders.make(scratch, -1);
  for (const auto& change : changes) {
    change();
    folders.leave(scratch);
    CHECK(folders.make(scratch, -1));
  }
  tidy_all(folders);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST(a_missing_directory_is_no_error) {
  ScratchFolders folders;
  folders.leave("/no/such/scratch");
  CHECK(folders.tidied());
}

TEST_MAIN
