// The stream of frames as its description in csrc/frame.hpp has it, written a second time and without sockets; and the
// socket pairs that the targets send their bytes through.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "fd.hpp"
#include "frame.hpp"

namespace fuzz {

inline constexpr std::size_t kFrameHeader = 16;

struct Stream {
  std::vector<effibench::Frame> frames;  // the complete ones, up to the first malformed header
  bool malformed = false;
};

inline Stream read_stream(std::string_view bytes, std::uint64_t max_payload) {
  Stream stream;
  while (bytes.size() >= kFrameHeader) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + 8, sizeof length);
    if (bytes.substr(0, 4) != "EFBF" || length > max_payload) {
      stream.malformed = true;
      break;
    }
    if (length > bytes.size() - kFrameHeader) {
      break;
    }
    effibench::Frame frame;
    std::memcpy(&frame.kind, bytes.data() + 4, sizeof frame.kind);
    frame.payload = bytes.substr(kFrameHeader, length);
    bytes.remove_prefix(kFrameHeader + length);
    stream.frames.push_back(std::move(frame));
  }
  return stream;
}

struct Pair {
  effibench::Fd host;
  effibench::Fd other;
};

inline Pair connected(int type) {
  int ends[2];
  effibench::check(::socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends), "socketpair");
  return {effibench::Fd(ends[0]), effibench::Fd(ends[1])};
}

// What does not fit into the socket is dropped.
inline std::size_t put(const effibench::Fd& socket, std::string_view bytes) {
  const ssize_t sent = ::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent < 0 ? 0 : static_cast<std::size_t>(sent);
}

// Of the low numbers, which are given out first: one that was left open shows as a change.
inline int open_descriptors() {
  int open = 0;
  for (int number = 0; number < 64; ++number) {
    open += ::fcntl(number, F_GETFD) >= 0 ? 1 : 0;
  }
  return open;
}

}  // namespace fuzz
