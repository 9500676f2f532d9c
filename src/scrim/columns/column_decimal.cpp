#include "scrim/columns/column_decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <limits>
#include <system_error>

#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

/// 256 bits, the least significant word first.
using Words = std::array<std::uint64_t, 4>;

struct Decimal {
  bool is_negative;
  Words magnitude;
};

[[nodiscard]] Decimal read(std::span<const std::byte> digits) noexcept {
  std::array<std::byte, sizeof(Words)> bytes;  // NOLINT: filled below
  std::copy(digits.begin(), digits.end(), bytes.begin());
  if constexpr (std::endian::native == std::endian::big) {
    std::reverse(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(digits.size()));
  }
  const bool is_negative = (bytes[digits.size() - 1] & std::byte{0x80}) != std::byte{0};
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(digits.size()), bytes.end(),
            is_negative ? std::byte{0xff} : std::byte{0});
  Words words{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    words[i / 8] |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * (i % 8));
  }
  if (is_negative) {
    std::uint64_t carry = 1;
    for (std::uint64_t& word : words) {
      word = ~word + carry;
      carry = carry != 0 && word == 0 ? 1 : 0;
    }
  }
  return {is_negative, words};
}

/// All powers of ten that are doubles: 5^22 < 2^53.
constexpr std::array powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// Writes the last `count` digits of a word that end before `end`; gives where they begin.
char* write_digits(std::uint64_t word, int count, char* end) noexcept {
  for (int i = 0; i < count; ++i) {
    *--end = static_cast<char>('0' + word % 10);
    word /= 10;
  }
  return end;
}

/// By way of a text, which the standard library rounds correctly.
[[nodiscard]] double nearest_by_text(Words magnitude, std::int32_t scale) noexcept {
  constexpr std::uint64_t chunk = 10'000'000'000'000'000'000U;
  constexpr int chunk_digits = 19;
  constexpr int chunks = 5;                           // 2^256 < 10^78 <= 10^95
  std::array<char, chunks * chunk_digits + 16> text;  // NOLINT: filled as far as it is read
  constexpr std::ptrdiff_t most_digits = std::ptrdiff_t{chunks} * chunk_digits;
  char* const end_of_digits = text.data() + most_digits;
  char* begin = end_of_digits;
  for (int i = 0; i < chunks; ++i) {
    std::uint64_t remainder = 0;
    for (std::size_t word = magnitude.size(); word-- > 0;) {
      const uint128 dividend = (uint128{remainder} << 64) | magnitude[word];
      magnitude[word] = static_cast<std::uint64_t>(dividend / chunk);
      remainder = static_cast<std::uint64_t>(dividend % chunk);
    }
    begin = write_digits(remainder, chunk_digits, begin);
  }
  begin = std::find_if(begin, end_of_digits, [](char digit) { return digit != '0'; });
  if (begin == end_of_digits) return 0.0;
  const std::int64_t exponent = -std::int64_t{scale};
  *end_of_digits = 'e';
  const char* const end = std::to_chars(end_of_digits + 1, text.data() + text.size(), exponent).ptr;
  double value = 0.0;
  if (std::from_chars(begin, end, value).ec == std::errc::result_out_of_range) {
    const bool is_large = exponent + (end_of_digits - begin) > 0;
    return is_large ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return value;
}

[[nodiscard]] double nearest(const Words& magnitude, std::int32_t scale) noexcept {
  // Two doubles without error, and one rounding: nearly every decimal that occurs.
  constexpr std::uint64_t all_doubles_up_to = std::uint64_t{1} << 53;
  constexpr auto last_power = static_cast<std::int32_t>(powers_of_ten.size()) - 1;
  const bool is_short = (magnitude[1] | magnitude[2] | magnitude[3]) == 0;
  if (is_short && magnitude[0] <= all_doubles_up_to && scale >= 0 && scale <= last_power) {
    return static_cast<double>(magnitude[0]) / powers_of_ten[static_cast<std::size_t>(scale)];
  }
  return nearest_by_text(magnitude, scale);
}

}  // namespace

double nearest_to_decimal(std::span<const std::byte> digits, std::int32_t scale) noexcept {
  const Decimal decimal = read(digits);
  const double value = nearest(decimal.magnitude, scale);
  return decimal.is_negative ? -value : value;
}

}  // namespace scrim
