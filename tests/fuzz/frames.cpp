// The frame parser: any bytes on the socket of a child, in pieces of any size.
//
// The input is {limit on a payload as a power of two, seed of the sizes of the pieces, the stream}. What must hold:
//   - FrameReader finds the frames that a reading of the whole stream finds, then says for good why there are no more;
//   - a descriptor that a peer attaches to any piece is not left open;
//   - the child's side (receive_frame) finds the same frames, and throws Error and nothing else at what is malformed;
//   - what send_frame writes is read back.
// Header fields that promise much must not allocate much: the limits on memory in the command line see to that.
#include <optional>
#include <random>

#include "fuzz.hpp"
#include "stream.hpp"

using namespace effibench;

namespace {

constexpr std::uint64_t kMaxPayload = std::uint64_t{1} << 16;  // that receive_frame is asked to make room for

void send_piece(const Fd& socket, std::string_view piece, bool with_descriptor) {
  iovec part{const_cast<char*>(piece.data()), piece.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  if (with_descriptor) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(sizeof(int));
    const int number = socket.get();
    std::memcpy(CMSG_DATA(item), &number, sizeof number);
  }
  REQUIRE(check(::sendmsg(socket.get(), &message, MSG_NOSIGNAL), "send a piece") ==
          static_cast<ssize_t>(piece.size()));
}

// One piece after the other, each read before the next is sent.
void host_side(std::string_view bytes, std::uint64_t max_payload, std::uint8_t seed) {
  const fuzz::Stream expected = fuzz::read_stream(bytes, max_payload);
  fuzz::Pair pair = fuzz::connected(SOCK_STREAM);
  std::minstd_rand random(seed + 1U);
  FrameReader reader(max_payload);
  Frame frame;
  FrameStatus status = FrameStatus::incomplete;
  std::size_t seen = 0;
  const auto drain = [&] {
    while ((status = reader.poll(pair.host.get(), frame)) == FrameStatus::complete) {
      REQUIRE(seen < expected.frames.size());
      REQUIRE(frame.kind == expected.frames[seen].kind && frame.payload == expected.frames[seen].payload);
      ++seen;
    }
  };
  while (!bytes.empty() && status != FrameStatus::malformed) {
    const std::size_t size = random() % (random() % 2 == 0 ? 8 : 4096) + 1;
    const std::string_view piece = bytes.substr(0, size);
    send_piece(pair.other, piece, random() % 8 == 0);
    bytes.remove_prefix(piece.size());
    drain();
    REQUIRE(status == FrameStatus::incomplete || status == FrameStatus::malformed);
  }
  REQUIRE(seen == expected.frames.size());
  REQUIRE((status == FrameStatus::malformed) == expected.malformed);
  pair.other.reset();
  drain();
  REQUIRE(status == (expected.malformed ? FrameStatus::malformed : FrameStatus::closed));
}

// The child trusts the host's lengths up to the cap of the protocol; much smaller here, for speed.
bool promises_much(std::string_view bytes, const fuzz::Stream& stream) {
  std::size_t at = 0;
  for (const Frame& frame : stream.frames) {
    at += fuzz::kFrameHeader + frame.payload.size();
  }
  std::uint64_t length = 0;
  if (bytes.size() - at >= fuzz::kFrameHeader) {
    std::memcpy(&length, bytes.data() + at + 8, sizeof length);
  }
  return length > kMaxPayload && length <= kMaxFrameBytes;
}

void childs_side(std::string_view bytes) {
  const fuzz::Stream expected = fuzz::read_stream(bytes, kMaxFrameBytes);
  if (promises_much(bytes, expected)) {
    return;
  }
  fuzz::Pair pair = fuzz::connected(SOCK_STREAM);
  bytes = bytes.substr(0, fuzz::put(pair.other, bytes));
  pair.other.reset();
  for (const Frame& frame : fuzz::read_stream(bytes, kMaxFrameBytes).frames) {
    const std::optional<Received> received = receive_frame(pair.host.get());
    REQUIRE(received && received->frame.kind == frame.kind && received->frame.payload == frame.payload);
  }
  bool refused = false;
  try {
    REQUIRE(!receive_frame(pair.host.get()));
  } catch (const Error&) {
    refused = true;
  }
  REQUIRE(refused == fuzz::read_stream(bytes, kMaxFrameBytes).malformed);
}

void there_and_back(const Frame& frame) {
  const fuzz::Pair pair = fuzz::connected(SOCK_STREAM);
  if (!send_frame(pair.other.get(), frame.kind, frame.payload, pair.other.get(), 0)) {
    return;  // it did not fit
  }
  FrameReader reader;
  Frame read;
  REQUIRE(reader.poll(pair.host.get(), read) == FrameStatus::complete);
  REQUIRE(read.kind == frame.kind && read.payload == frame.payload);
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) { return 0; }

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Parts input(data, size);
  const std::uint64_t max_payload = std::uint64_t{1} << input.byte() % 40U;
  const std::uint8_t seed = input.byte();
  const std::string_view bytes = input.rest();
  const int before = fuzz::open_descriptors();
  host_side(bytes, max_payload, seed);
  childs_side(bytes);
  for (const Frame& frame : fuzz::read_stream(bytes, kMaxFrameBytes).frames) {
    there_and_back(frame);
  }
  REQUIRE(fuzz::open_descriptors() == before);
  return 0;
}
