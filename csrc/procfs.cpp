#include "procfs.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "error.hpp"
#include "fd.hpp"

namespace effibench {
namespace {

bool is_absence(int code) {
  return code == ENOENT || code == ENOTDIR || code == ESRCH || code == ENODEV || code == EACCES || code == EPERM;
}

// 0, or the errno of the failure; `text` receives the content.
int slurp(const std::string& path, std::string& text) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) {
    return errno;
  }
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t count = ::read(fd.get(), buffer.data(), buffer.size());
    if (count == 0) {
      return 0;
    }
    if (count > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      return errno;
    }
  }
}

std::string proc_path(pid_t pid, const char* name) {
  return "/proc/" + (pid == 0 ? std::string("self") : std::to_string(pid)) + "/" + name;
}

// The first integer after `label` at the start of a line, e.g. "VmRSS:\t  1234 kB" -> 1234.
std::optional<int64_t> field(std::string_view text, std::string_view label) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    if (line.starts_with(label)) {
      line.remove_prefix(label.size());
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      int64_t value = 0;
      const auto result = std::from_chars(line.data(), line.data() + line.size(), value);
      return result.ec == std::errc() ? std::optional<int64_t>(value) : std::nullopt;
    }
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

std::string read_file(const std::string& path) {
  std::string text;
  if (const int code = slurp(path, text); code != 0) {
    throw Error("read " + path, code);
  }
  return text;
}

std::optional<std::string> try_read_file(const std::string& path) {
  std::string text;
  const int code = slurp(path, text);
  if (code == 0) {
    return text;
  }
  if (is_absence(code)) {
    return std::nullopt;
  }
  throw Error("read " + path, code);
}

std::optional<MemoryStatus> memory_status(pid_t pid) {
  const std::optional<std::string> text = try_read_file(proc_path(pid, "status"));
  if (!text) {
    return std::nullopt;
  }
  const auto bytes = [&text](std::string_view label) -> std::optional<int64_t> {
    const std::optional<int64_t> kib = field(*text, label);
    return kib ? std::optional<int64_t>(*kib * 1024) : std::nullopt;
  };
  const auto size = bytes("VmSize:");
  const auto data = bytes("VmData:");
  const auto rss = bytes("VmRSS:");
  const auto hwm = bytes("VmHWM:");
  const auto peak = bytes("VmPeak:");
  const auto threads = field(*text, "Threads:");
  if (!size || !data || !rss || !hwm || !peak || !threads) {
    return std::nullopt;  // a zombie keeps its entry but has no Vm lines
  }
  return MemoryStatus{*size, *data, *rss, *hwm, *peak, static_cast<int>(*threads)};
}

std::optional<int64_t> rss_bytes(pid_t pid) {
  static const int64_t page = check(::sysconf(_SC_PAGESIZE), "sysconf(_SC_PAGESIZE)");
  const std::optional<std::string> text = try_read_file(proc_path(pid, "statm"));
  if (!text) {
    return std::nullopt;
  }
  int64_t size = 0;
  int64_t resident = 0;
  const char* const end = text->data() + text->size();
  const auto first = std::from_chars(text->data(), end, size);
  if (first.ec != std::errc() || first.ptr == end || size == 0) {
    return std::nullopt;  // all zeros: a zombie
  }
  const auto second = std::from_chars(first.ptr + 1, end, resident);
  return second.ec == std::errc() ? std::optional<int64_t>(resident * page) : std::nullopt;
}

pid_t pid_of_pidfd(int pidfd) {
  const std::string path = "/proc/self/fdinfo/" + std::to_string(pidfd);
  const std::optional<int64_t> pid = field(read_file(path), "Pid:");
  if (!pid) {
    throw Error(path + " has no Pid line: descriptor " + std::to_string(pidfd) + " is not a pidfd");
  }
  if (*pid <= 0) {
    throw Error("process behind pidfd " + std::to_string(pidfd) + (*pid == 0 ? " is outside this pid namespace" : ""),
                ESRCH);
  }
  return static_cast<pid_t>(*pid);
}

std::string process_start_time(pid_t pid) {
  const std::string path = proc_path(pid, "stat");
  const std::string text = read_file(path);
  // The command may hold spaces and parentheses, so count fields from the last ')': state is field 3,
  // the start time is field 22.
  std::size_t at = text.rfind(')');
  for (int field_number = 2; at != std::string::npos && field_number < 22; ++field_number) {
    at = text.find(' ', at + 1);
  }
  const std::size_t end = at == std::string::npos ? at : text.find(' ', at + 1);
  if (end == std::string::npos) {
    throw Error(path + " has no start time: '" + text + "'");
  }
  return text.substr(at + 1, end - at - 1);
}

}  // namespace effibench
