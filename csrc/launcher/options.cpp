#include "options.hpp"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "error.hpp"

namespace effibench {
namespace {

int parse_descriptor(std::string_view flag, std::string_view text) {
  int fd = -1;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), fd);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || fd < 3) {
    throw Error(std::string(flag) + ": expected a descriptor number above 2, got '" + std::string(text) + "'");
  }
  if (::fcntl(fd, F_GETFD) < 0) {
    throw_errno(std::string(flag) + " " + std::string(text));
  }
  return fd;
}

int parse_nice(std::string_view flag, std::string_view text) {
  int nice = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), nice);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || nice < -20 || nice > 19) {
    throw Error(std::string(flag) + ": expected a number from -20 to 19, got '" + std::string(text) + "'");
  }
  return nice;
}

std::string absolute(std::string_view flag, std::string path) {
  if (path.empty() || path.front() != '/') {
    throw Error(std::string(flag) + ": expected an absolute path, got '" + path + "'");
  }
  return path;
}

}  // namespace

Options parse_options(int argc, char** argv) {
  Options options;
  int at = 1;
  for (; at < argc && std::string_view(argv[at]) != "--"; at += 2) {
    const std::string_view flag = argv[at];
    if (at + 1 >= argc) {
      throw Error(std::string(flag) + " needs a value");
    }
    const std::string value = argv[at + 1];
    if (flag == "--control") {
      options.control = parse_descriptor(flag, value);
    } else if (flag == "--report") {
      options.report = parse_descriptor(flag, value);
    } else if (flag == "--namespaces") {
      options.namespaces = parse_namespaces(value);
    } else if (flag == "--writable") {
      options.mounts.writable.push_back(absolute(flag, value));
    } else if (flag == "--cover") {
      options.mounts.covered.push_back(absolute(flag, value));
    } else if (flag == "--tmpfs") {
      Tmpfs tmpfs = parse_tmpfs(value);
      absolute(flag, tmpfs.path);
      options.mounts.tmpfs.push_back(std::move(tmpfs));
    } else if (flag == "--nice") {
      options.nice = parse_nice(flag, value);
    } else if (flag == "--cgroup-cleanup") {
      options.cgroup_cleanup.push_back(absolute(flag, value));
    } else {
      throw Error("unknown flag '" + std::string(flag) + "'");
    }
  }
  if (options.control < 0 || options.report < 0 || options.control == options.report) {
    throw Error("--control and --report must be given, and differ");
  }
  options.program.assign(argv + std::min(at + 1, argc), argv + argc);
  if (options.program.empty()) {
    throw Error("no program after --");
  }
  options.program.push_back(nullptr);
  return options;
}

}  // namespace effibench
