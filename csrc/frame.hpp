// Framed messages between host and child over a connected SOCK_STREAM unix socket.
//
// A frame is a 16-byte header {magic u32, kind u32, length u64} and its payload; one descriptor may ride on the
// first byte (host to child only: the host receives with recv(2), so descriptors a child sends are discarded by
// the kernel). The child is not trusted: it may send half a frame, a huge length, or nothing. Hence the host side
// never blocks in a read, checks the length against a cap before it allocates, and leaves waiting to the keeper,
// which owns the deadline. A malformed stream is data (FrameStatus::malformed), because it is the child's doing. A stream
// that ends inside a frame is merely closed: that is what a process leaves which was killed or crashed while sending.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fd.hpp"

namespace effibench {

inline constexpr std::size_t kMaxFrameBytes = 64U << 20U;  // of the host, whose sources may be long
inline constexpr std::size_t kMaxReportBytes = 1U << 20U;   // of a child, whose results travel in a file

struct Frame {
  std::uint32_t kind = 0;
  std::string payload;
};

// Writes one frame, with `fd` attached when it is not negative. Returns false if the peer is gone or the
// deadline (now_ns clock; <0 = none) passes first. Throws Error for a payload above kMaxFrameBytes and any other failure.
bool send_frame(int socket, std::uint32_t kind, std::string_view payload, int fd, std::int64_t deadline_ns);

// Blocking receive for the child's side, which trusts the host. nullopt when the host closed the socket.
struct Received {
  Frame frame;
  Fd fd;
};
std::optional<Received> receive_frame(int socket);

enum class FrameStatus : std::uint8_t { complete, incomplete, closed, malformed };

// Collects the bytes of one peer across reads that return whatever is there.
class FrameReader {
 public:
  explicit FrameReader(std::size_t max_payload = kMaxFrameBytes) noexcept : max_payload_(max_payload) {}

  // Reads what is available without blocking; `frame` is filled when the status is complete.
  FrameStatus poll(int socket, Frame& frame);
  [[nodiscard]] bool empty() const noexcept { return buffer_.empty(); }

 private:
  std::size_t max_payload_;
  std::string buffer_;
};

}  // namespace effibench
