#include "frame.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cstring>
#include <filesystem>
#include <thread>

#include "check.hpp"
#include "clock.hpp"
#include "error.hpp"
#include "support.hpp"

using namespace effibench;
using support::must;

namespace {

struct Pair {
  Fd host;
  Fd child;
};

Pair connect() {
  int ends[2];
  must(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair");
  return {Fd(ends[0]), Fd(ends[1])};
}

void put(const Fd& fd, std::string_view bytes) {
  CHECK(must(::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL), "send") == static_cast<ssize_t>(bytes.size()));
}

// The bytes of one frame as they travel.
std::string encoded(std::uint32_t kind, std::string_view payload) {
  const Pair pair = connect();
  CHECK(send_frame(pair.child.get(), kind, payload, -1, -1));
  std::string bytes(16 + payload.size(), '\0');
  CHECK(must(::recv(pair.host.get(), bytes.data(), bytes.size(), MSG_WAITALL), "recv") ==
        static_cast<ssize_t>(bytes.size()));
  return bytes;
}

std::string header(std::uint64_t length) {
  std::string bytes = encoded(1, "").substr(0, 8);
  bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
  return bytes;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

}  // namespace

TEST(a_frame_split_at_every_byte_arrives_whole) {
  const std::string bytes = encoded(7, "payload");
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const Pair pair = connect();
    FrameReader reader;
    Frame frame;
    put(pair.child, std::string_view(bytes).substr(0, cut));
    const FrameStatus first = reader.poll(pair.host.get(), frame);
    CHECK(first == (cut == bytes.size() ? FrameStatus::complete : FrameStatus::incomplete));
    put(pair.child, std::string_view(bytes).substr(cut));
    CHECK(cut == bytes.size() || reader.poll(pair.host.get(), frame) == FrameStatus::complete);
    CHECK(frame.kind == 7 && frame.payload == "payload");
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::incomplete);
  }
}

TEST(frames_in_one_read_come_one_by_one) {
  const Pair pair = connect();
  put(pair.child, encoded(1, "a") + encoded(2, "") + encoded(3, std::string(40'000, 'x')) + encoded(4, "").substr(0, 9));
  FrameReader reader;
  Frame frame;
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::complete && frame.kind == 1 && frame.payload == "a");
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::complete && frame.kind == 2 && frame.payload.empty());
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::complete && frame.kind == 3 && frame.payload.size() == 40'000);
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::incomplete);
}

TEST(garbage_is_malformed_at_every_wrong_byte_of_the_magic) {
  for (std::size_t at = 0; at < 4; ++at) {
    std::string bytes = encoded(1, "");
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    const Pair pair = connect();
    put(pair.child, bytes);
    FrameReader reader;
    Frame frame;
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::malformed);
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::malformed);  // for good
  }
}

TEST(a_length_above_the_cap_is_malformed_before_anything_is_read) {
  for (const std::uint64_t length : {std::uint64_t{101}, std::uint64_t{kMaxFrameBytes} + 1, ~std::uint64_t{0}}) {
    const Pair pair = connect();
    put(pair.child, header(length));
    FrameReader reader(100);
    Frame frame;
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::malformed);
  }
  const Pair pair = connect();
  put(pair.child, header(100));
  FrameReader reader(100);
  Frame frame;
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::incomplete);
}

TEST(the_end_of_the_stream_is_closed_wherever_it_comes) {
  const std::string bytes = encoded(7, "payload");
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Pair pair = connect();
    put(pair.child, std::string_view(bytes).substr(0, cut));
    pair.child.reset();
    FrameReader reader;
    Frame frame;
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::closed);
    CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::closed);
  }
}

TEST(what_was_sent_before_the_end_is_not_lost) {
  Pair pair = connect();
  put(pair.child, encoded(5, "last words"));
  pair.child.reset();
  FrameReader reader;
  Frame frame;
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::complete && frame.payload == "last words");
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::closed);
}

TEST(descriptors_from_a_child_go_nowhere) {
  const Pair pair = connect();
  const std::ptrdiff_t before = open_descriptors();
  CHECK(send_frame(pair.child.get(), 1, "x", STDERR_FILENO, -1));
  FrameReader reader;
  Frame frame;
  CHECK(reader.poll(pair.host.get(), frame) == FrameStatus::complete);
  CHECK(open_descriptors() == before);
}

TEST(a_descriptor_rides_to_the_child_close_on_exec) {
  const Pair pair = connect();
  const support::Folder folder;
  folder.write("file", "text");
  const Fd file(must(::open(folder.path("file").c_str(), O_RDONLY | O_CLOEXEC), "open"));
  CHECK(send_frame(pair.host.get(), 9, "with a file", file.get(), -1));
  CHECK(send_frame(pair.host.get(), 10, "", -1, -1));
  const auto received = receive_frame(pair.child.get());
  CHECK(received && received->frame.kind == 9 && received->frame.payload == "with a file");
  char text[4] = {};
  CHECK(::read(received->fd.get(), text, sizeof text) == 4 && std::memcmp(text, "text", 4) == 0);
  CHECK((::fcntl(received->fd.get(), F_GETFD) & FD_CLOEXEC) != 0);
  const auto next = receive_frame(pair.child.get());
  CHECK(next && next->frame.kind == 10 && !next->fd);
}

TEST(a_large_frame_passes_through_a_small_socket) {
  const Pair pair = connect();
  const std::string payload(3'000'000, 'z');
  std::optional<Received> received;
  std::thread child([&] { received = receive_frame(pair.child.get()); });
  CHECK(send_frame(pair.host.get(), 3, payload, -1, -1));
  child.join();
  CHECK(received && received->frame.payload == payload);
}

TEST(the_childs_side_sees_the_end_and_garbage) {
  for (const std::size_t cut : {std::size_t{0}, std::size_t{5}, std::size_t{16}, std::size_t{18}}) {
    Pair pair = connect();
    put(pair.host, encoded(1, "abcd").substr(0, cut));
    pair.host.reset();
    CHECK(!receive_frame(pair.child.get()));
  }
  const Pair pair = connect();
  put(pair.host, std::string(16, '?'));
  CHECK_THROWS(receive_frame(pair.child.get()), Error);
}

TEST(sending_ends_with_the_peer_or_the_deadline) {
  Pair gone = connect();
  gone.child.reset();
  CHECK(!send_frame(gone.host.get(), 1, "x", -1, -1));
  const Pair deaf = connect();
  CHECK(!send_frame(deaf.host.get(), 1, std::string(4'000'000, 'x'), -1, now_ns() + 20'000'000));
  CHECK(!send_frame(deaf.host.get(), 1, "x", -1, 0));
  CHECK_THROWS(send_frame(deaf.host.get(), 1, std::string(kMaxFrameBytes + 1, 'x'), -1, 0), Error);
  CHECK_THROWS(send_frame(-1, 1, "x", -1, 0), Error);
}

TEST_MAIN
