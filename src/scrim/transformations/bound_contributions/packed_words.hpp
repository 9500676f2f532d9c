// Numbers as words that rise with them, and back.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim::bounding {

inline constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

/// Of a real that is missing: the word of no number.
inline constexpr std::uint64_t missing_real = 0;

[[nodiscard]] constexpr std::uint64_t word_of(std::int64_t number) noexcept {
  return static_cast<std::uint64_t>(number) ^ sign_bit;
}
[[nodiscard]] constexpr std::int64_t integer_of(std::uint64_t word) noexcept {
  return static_cast<std::int64_t>(word ^ sign_bit);
}

/// Precondition (caller): it is not NaN.
[[nodiscard]] inline std::uint64_t word_of(double number) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number);
  return (bits & sign_bit) != 0 ? ~bits : bits | sign_bit;
}
/// Precondition (caller): it is not missing_real.
[[nodiscard]] constexpr double real_of(std::uint64_t word) noexcept {
  return std::bit_cast<double>((word & sign_bit) != 0 ? word ^ sign_bit : ~word);
}

struct TotalWords {
  std::uint64_t upper;
  std::uint64_t lower;
};
[[nodiscard]] constexpr TotalWords words_of(int128 total) noexcept {
  const auto bits = static_cast<uint128>(total);
  return {static_cast<std::uint64_t>(bits >> 64) ^ sign_bit, static_cast<std::uint64_t>(bits)};
}
[[nodiscard]] constexpr int128 total_of(TotalWords words) noexcept {
  return static_cast<int128>(uint128{words.upper ^ sign_bit} << 64 | words.lower);
}

}  // namespace scrim::bounding
