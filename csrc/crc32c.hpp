// CRC-32C (Castagnoli): finds faults in transport, proves nothing about who wrote the bytes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace effibench {

[[nodiscard]] std::uint32_t crc32c(const void* data, std::size_t size) noexcept;

// The table version, which the instruction version is tested against.
[[nodiscard]] std::uint32_t crc32c_portable(const void* data, std::size_t size) noexcept;

}  // namespace effibench
