// For targets whose input has no structure worth knowing. No crossover: joining two inputs is what LLVMFuzzerMutate
// does well enough when it copies parts.
#include "fuzz.hpp"

std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned) {
  return LLVMFuzzerMutate(data, size, max_size);
}

std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size, const std::uint8_t* second,
                                      std::size_t second_size, std::uint8_t* out, std::size_t max_size, unsigned seed) {
  // The front of one and the back of the other.
  const std::size_t front = first_size == 0 ? 0 : seed % (first_size + 1);
  const std::size_t skipped = second_size < front ? second_size : front;
  const std::size_t head = front < max_size ? front : max_size;
  const std::size_t tail = second_size - skipped < max_size - head ? second_size - skipped : max_size - head;
  if (head != 0) {
    std::memcpy(out, first, head);
  }
  if (tail != 0) {
    std::memcpy(out + head, second + skipped, tail);
  }
  return head + tail;
}
