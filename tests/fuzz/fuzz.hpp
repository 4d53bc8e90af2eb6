// What the fuzz targets share.
//
// A target is a file of its own that defines LLVMFuzzerTestOneInput, as libFuzzer wants it: it takes any bytes, returns
// 0, and aborts on what must not happen (REQUIRE). Input that the code under test refuses in the way it promises is
// fine. LLVMFuzzerCustomMutator is there for every target; one that knows the format of its input defines it itself,
// the others take `plain_mutator.cpp`.
//
// The same object files are linked with libFuzzer (clang) or with standalone.cpp (any compiler).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern "C" {
int LLVMFuzzerInitialize(int* argc, char*** argv);
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size, const std::uint8_t* second,
                                      std::size_t second_size, std::uint8_t* out, std::size_t max_size, unsigned seed);
// libFuzzer's own mutator; standalone.cpp has a simple one.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
}

namespace fuzz {

[[noreturn]] inline void fail(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: required: %s\n", file, line, expression);
  std::abort();
}

// An input that holds several things, taken from its front. What is not there any more is zero or empty.
class Parts {
 public:
  Parts(const std::uint8_t* data, std::size_t size) : left_(reinterpret_cast<const char*>(data), size) {}

  std::uint8_t byte() {
    const std::string_view taken = bytes(1);
    return taken.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(taken.front());
  }
  std::string_view bytes(std::size_t size) {
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(taken.size());
    return taken;
  }
  // Two bytes of length, little-endian, and as many bytes.
  std::string_view sized() {
    const std::size_t low = byte();
    return bytes(low | static_cast<std::size_t>(byte()) << 8U);
  }
  std::string_view rest() { return bytes(left_.size()); }

 private:
  std::string_view left_;
};

}  // namespace fuzz

#define REQUIRE(expression) ((expression) ? void() : ::fuzz::fail(#expression, __FILE__, __LINE__))
