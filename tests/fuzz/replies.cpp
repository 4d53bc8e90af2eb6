// What the host reads of a zygote and of the child it has started: the reply packets with their descriptors, and the
// stream of a child that is not trusted.
//
// The input is {flags, first packet, bytes of the child, second packet}, all but the flags with their length. The child
// is a process that has ended already, so nothing waits. What must hold:
//   - nothing but Error is thrown, and events come as keeper.hpp says: the first frame ends the set-up, a set-up frame
//     after that is forged, and a stream that breaks off inside a frame is no evidence;
//   - the report of the end is what the second packet says, also when it is asked for again;
//   - no descriptor is left open, whatever came along.
#include <array>
#include <optional>

#include "dead_child.hpp"
#include "fuzz.hpp"
#include "keeper.hpp"
#include "stream.hpp"
#include "wire.hpp"

using namespace effibench;

namespace {

constexpr std::int64_t kNoWait = 0;

void no_interrupt() {}

// Which descriptors come with the first packet.
std::vector<int> companions(std::uint8_t choice, int other) {
  const int child = fuzz::dead_child().get();
  switch (choice % 8) {
    case 0:
      return {};
    case 1:
      return {other};  // no pidfd
    case 2:
      return {child, other};
    case 3:
      return {child, other, child, other};
    default:
      return {child};
  }
}

void send_packet(const Fd& socket, std::string_view packet, const std::vector<int>& descriptors) {
  iovec part{const_cast<char*>(packet.data()), packet.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int) * 4)> control{};
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptors.size());
    cmsghdr* item = CMSG_FIRSTHDR(&message);
    item->cmsg_level = SOL_SOCKET;
    item->cmsg_type = SCM_RIGHTS;
    item->cmsg_len = CMSG_LEN(sizeof(int) * descriptors.size());
    std::memcpy(CMSG_DATA(item), descriptors.data(), sizeof(int) * descriptors.size());
  }
  check(::sendmsg(socket.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT), "send a packet");
}

void check_events(KeptChild& child, std::string_view bytes, bool announces) {
  const fuzz::Stream stream = fuzz::read_stream(bytes, kMaxReportBytes);
  bool reported = false;
  for (const Frame& frame : stream.frames) {
    const bool setup = frame.kind == kFrameSetupDone || frame.kind == kFrameSetupFailed;
    const bool first = !reported;
    reported = true;
    if (first && frame.kind == kFrameSetupDone && !announces) {
      continue;
    }
    const Event event = child.receive(kNoWait, 0, no_interrupt);
    if (!first && setup && !announces) {
      REQUIRE(event.kind == EventKind::malformed);
      return;
    }
    REQUIRE(event.kind == EventKind::frame && event.frame_kind == frame.kind && event.payload == frame.payload);
  }
  std::optional<Event> last;
  try {
    last = child.receive(kNoWait, 0, no_interrupt);
  } catch (const Error&) {
  }
  REQUIRE(last.has_value() == reported);
  REQUIRE(!last || last->kind == (stream.malformed ? EventKind::malformed : EventKind::exited));
}

void check_report(KeptChild& child, std::string_view packet) {
  std::optional<ExitReport> report;
  try {
    report = child.finish(kNoWait, no_interrupt);
  } catch (const Error&) {
    return;
  }
  WireReader reader(packet.substr(0, 512));
  REQUIRE(reader.integer() == kReplyExited && reader.integer() == report->status);
  REQUIRE(reader.integer() == report->user_ns && reader.integer() == report->system_ns);
  REQUIRE(child.finish(kNoWait, no_interrupt).user_ns == report->user_ns);
}

void watch(fuzz::Parts& input) {
  const std::uint8_t flags = input.byte();
  const bool announces = flags % 2 != 0;
  fuzz::Pair reply = fuzz::connected(SOCK_SEQPACKET);
  fuzz::Pair control = fuzz::connected(SOCK_STREAM);
  const std::string_view first = input.sized();
  send_packet(reply.other, first, companions(flags >> 1U, reply.other.get()));
  PendingChild pending(std::move(reply.host), std::move(control.host), announces);
  std::optional<KeptChild> child;
  try {
    child.emplace(pending.wait(kNoWait, no_interrupt));
  } catch (const Error&) {
    return;
  }
  std::string_view bytes = input.sized();
  bytes = bytes.substr(0, fuzz::put(control.other, bytes));
  if (flags >= 0x80) {
    control.other.reset();
  }
  check_events(*child, bytes, announces);
  const std::string_view second = input.sized();
  if (!second.empty()) {
    send_packet(reply.other, second, companions(flags >> 4U, reply.other.get()));
  }
  reply.other.reset();
  check_report(*child, second);
}

}  // namespace

int LLVMFuzzerInitialize(int*, char***) {
  fuzz::prepare();
  return 0;
}

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Parts input(data, size);
  const int before = fuzz::open_descriptors();
  watch(input);
  REQUIRE(fuzz::open_descriptors() == before);
  return 0;
}
