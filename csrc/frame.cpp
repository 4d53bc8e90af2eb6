#include "frame.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "clock.hpp"
#include "error.hpp"

namespace effibench {
namespace {

constexpr std::uint32_t kMagic = 0x46424645U;  // "EFBF"

struct Header {
  std::uint32_t magic = kMagic;
  std::uint32_t kind = 0;
  std::uint64_t length = 0;
};
static_assert(sizeof(Header) == 16);

// Waits until the socket accepts bytes; false when the deadline passes.
bool wait_writable(int socket, std::int64_t deadline_ns) {
  for (;;) {
    int timeout_ms = -1;
    if (deadline_ns >= 0) {
      const std::int64_t left = deadline_ns - now_ns();
      if (left <= 0) {
        return false;
      }
      timeout_ms = static_cast<int>(std::min<std::int64_t>(left / 1'000'000 + 1, 60'000));
    }
    pollfd entry{socket, POLLOUT, 0};
    const int ready = ::poll(&entry, 1, timeout_ms);
    if (ready > 0) {
      return true;
    }
    if (ready < 0 && errno != EINTR) {
      throw_errno("poll for writing a frame");
    }
  }
}

}  // namespace

bool send_frame(int socket, std::uint32_t kind, std::string_view payload, int fd, std::int64_t deadline_ns) {
  if (payload.size() > kMaxFrameBytes) {  // the other side would call it malformed
    throw Error("a frame of " + std::to_string(payload.size()) + " bytes; at most " + std::to_string(kMaxFrameBytes) +
                " fit");
  }
  Header header{kMagic, kind, payload.size()};
  const std::size_t total = sizeof header + payload.size();
  std::size_t sent = 0;
  while (sent < total) {
    std::array<iovec, 2> parts{};
    std::size_t count = 0;
    if (sent < sizeof header) {
      parts[count++] = {reinterpret_cast<char*>(&header) + sent, sizeof header - sent};
      parts[count++] = {const_cast<char*>(payload.data()), payload.size()};
    } else {
      const std::size_t offset = sent - sizeof header;
      parts[count++] = {const_cast<char*>(payload.data()) + offset, payload.size() - offset};
    }
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = count;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    if (fd >= 0 && sent == 0) {
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      cmsghdr* item = CMSG_FIRSTHDR(&message);
      item->cmsg_level = SOL_SOCKET;
      item->cmsg_type = SCM_RIGHTS;
      item->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(item), &fd, sizeof fd);
    }
    const ssize_t written = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (written >= 0) {
      sent += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      if (!wait_writable(socket, deadline_ns)) {
        return false;
      }
    } else if (errno == EPIPE || errno == ECONNRESET) {
      return false;
    } else if (errno != EINTR) {
      throw_errno("send a frame");
    }
  }
  return true;
}

std::optional<Received> receive_frame(int socket) {
  Received received;
  const auto read_exactly = [&](char* target, std::size_t size) {
    while (size > 0) {
      iovec part{target, size};
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
      message.msg_control = control.data();
      message.msg_controllen = CMSG_LEN(sizeof(int));  // the space of one, padding included, would hold two
      const ssize_t count = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
      if (count < 0 && errno == EINTR) {
        continue;
      }
      if (count < 0 && errno != ECONNRESET) {
        throw_errno("receive a frame");
      }
      if (count <= 0) {
        return false;
      }
      for (cmsghdr* item = CMSG_FIRSTHDR(&message); item != nullptr; item = CMSG_NXTHDR(&message, item)) {
        if (item->cmsg_level == SOL_SOCKET && item->cmsg_type == SCM_RIGHTS) {
          int fd = -1;
          std::memcpy(&fd, CMSG_DATA(item), sizeof fd);
          received.fd = Fd(fd);
        }
      }
      target += count;
      size -= static_cast<std::size_t>(count);
    }
    return true;
  };
  Header header;
  if (!read_exactly(reinterpret_cast<char*>(&header), sizeof header)) {
    return std::nullopt;
  }
  if (header.magic != kMagic || header.length > kMaxFrameBytes) {
    throw Error("malformed frame from the host");
  }
  received.frame.kind = header.kind;
  received.frame.payload.resize(header.length);
  if (!read_exactly(received.frame.payload.data(), received.frame.payload.size())) {
    return std::nullopt;
  }
  return received;
}

FrameStatus FrameReader::poll(int socket, Frame& frame) {
  for (;;) {
    std::size_t wanted = sizeof(Header);
    Header header;
    if (buffer_.size() >= sizeof header) {
      std::memcpy(&header, buffer_.data(), sizeof header);
      if (header.magic != kMagic || header.length > max_payload_) {
        return FrameStatus::malformed;
      }
      wanted += static_cast<std::size_t>(header.length);
    }
    if (buffer_.size() >= sizeof header && buffer_.size() == wanted) {
      frame.kind = header.kind;
      frame.payload.assign(buffer_, sizeof header);
      buffer_.clear();
      return FrameStatus::complete;
    }
    // Grow with what arrives, not with what the header promises; never read past this frame.
    std::array<char, 16384> chunk;  // NOLINT: filled by recv
    const std::size_t space = std::min(chunk.size(), wanted - buffer_.size());
    const ssize_t count = ::recv(socket, chunk.data(), space, MSG_DONTWAIT);
    if (count > 0) {
      buffer_.append(chunk.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || errno == ECONNRESET) {
      return FrameStatus::closed;
    } else if (errno == EAGAIN) {
      return FrameStatus::incomplete;
    } else if (errno != EINTR) {
      throw_errno("read a frame");
    }
  }
}

}  // namespace effibench
