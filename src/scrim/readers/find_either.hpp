// Looks for two bytes at once, eight places at a time.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace scrim::readers {

/// The first place in [place, end) that holds a or b; end if none does.
[[nodiscard]] inline const char* find_either(const char* place, const char* end, char a, char b) {
  if constexpr (std::endian::native == std::endian::little) {
    constexpr std::uint64_t ones = 0x0101010101010101U;
    constexpr std::uint64_t high_bits = 0x8080808080808080U;
    // The lowest high bit that is set is that of the first byte which is zero; those above it may
    // be wrong.
    const auto zero_bytes = [](std::uint64_t x) { return (x - ones) & ~x & high_bits; };
    const std::uint64_t all_a = ones * static_cast<unsigned char>(a);
    const std::uint64_t all_b = ones * static_cast<unsigned char>(b);
    for (; end - place >= 8; place += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, place, 8);
      const std::uint64_t found = zero_bytes(word ^ all_a) | zero_bytes(word ^ all_b);
      if (found != 0) return place + std::countr_zero(found) / 8;
    }
  }
  while (place != end && *place != a && *place != b) ++place;
  return place;
}

}  // namespace scrim::readers
