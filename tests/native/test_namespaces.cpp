#include "namespaces.hpp"

#include <sched.h>

#include <map>

#include "check.hpp"
#include "mounts.hpp"
#include "support.hpp"

using namespace effibench;
using namespace support;

namespace {
constexpr int kAll = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;

std::map<std::string, Finding> by_name(const std::vector<Finding>& findings) {
  std::map<std::string, Finding> map;
  for (const Finding& finding : findings) {
    map[finding.name] = finding;
  }
  return map;
}
}  // namespace

TEST(names_become_flags) {
  CHECK(parse_namespaces("none") == 0);
  CHECK(parse_namespaces("pid") == CLONE_NEWPID);
  CHECK(parse_namespaces("user,mount,pid,net,ipc,uts") == kAll);
  for (const char* bad : {"", "pid,", ",pid", "time", "pid none", "none,pid"}) {
    CHECK_THROWS(parse_namespaces(bad), Error);
  }
}

TEST(all_or_what_can_be_had) {
  int calls = 0;
  auto choice = choose_namespaces(kAll, [&calls](int) { return ++calls, 0; });
  CHECK(choice.flags == kAll && calls == 1 && choice.findings.size() == 6);

  choice = choose_namespaces(kAll, [](int flags) { return (flags & CLONE_NEWNET) != 0 ? ENOSPC : 0; });
  CHECK(choice.flags == (kAll & ~CLONE_NEWNET));
  auto map = by_name(choice.findings);
  CHECK(map["net_namespace"].state == "off" && map["net_namespace"].reason.find("No space") != std::string::npos);
  CHECK(map["pid_namespace"].state == "on" && map["pid_namespace"].reason.empty());

  choice = choose_namespaces(kAll, [](int) { return EPERM; });
  map = by_name(choice.findings);
  CHECK(choice.flags == 0 && map["user_namespace"].reason.find("not permitted") != std::string::npos);
}

TEST(useless_user_namespace_is_dropped) {
  const auto only_user = [](int flags) { return flags == CLONE_NEWUSER ? 0 : EPERM; };
  const auto choice = choose_namespaces(kAll, only_user);
  CHECK(choice.flags == 0 && choice.findings.front().state == "off");
  CHECK(choose_namespaces(CLONE_NEWUSER, only_user).flags == CLONE_NEWUSER);  // asked for by itself
}

TEST(nothing_wanted_nothing_tried) {
  const auto choice = choose_namespaces(0, [](int) -> int { throw Error("tried"); });
  CHECK(choice.flags == 0 && choice.findings.size() == 6 && choice.findings.front().reason == "not requested");
}

TEST(real_clones) {
  if (!ordinary_user_possible()) {
    return;
  }
  CHECK(try_clone(0) == 0);
  CHECK(in_child([] {
          if (!become_ordinary_user()) {
            return 1;
          }
          return try_clone(CLONE_NEWNET) == EPERM ? 0 : 2;  // an ordinary user needs a user namespace for that
        }) == 0);
}

TEST(tmpfs_texts) {
  CHECK(parse_tmpfs("/a:b:10").path == "/a:b" && parse_tmpfs("/a:b:10").bytes == 10);
  for (const char* bad : {"", "/a", "/a:", "/a:0", "/a:-5", "/a:5k", ":5", "/a:99999999999999999999"}) {
    CHECK_THROWS(parse_tmpfs(bad), Error);
  }
}

TEST(mount_findings_always_cover_the_same_names) {
  if (!ordinary_user_possible()) {
    return;
  }
  std::vector<std::string> names;
  for (const Finding& finding : no_mounts("why")) {
    CHECK(finding.state == "off" && finding.reason == "why");
    names.push_back(finding.name);
  }
  // Without a mount namespace of its own an ordinary user is refused at the first step, and nothing changes.
  CHECK(in_child([&names] {
          if (!become_ordinary_user()) {
            return 1;
          }
          std::vector<std::string> found;
          for (const Finding& finding : arrange_mounts({})) {
            found.push_back(finding.state == "off" ? finding.name : "");
          }
          return found == names ? 0 : 2;
        }) == 0);
}

TEST_MAIN
