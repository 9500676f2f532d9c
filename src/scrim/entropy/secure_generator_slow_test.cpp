// Coarse sanity of the real stream (fresh entropy, alpha = 1e-9 per statistic): finds a stuck bit
// or a broken refill, not a weakness of AES.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "scrim/entropy/secure_generator.hpp"

namespace scrim::entropy::secure_generator_slow_test {
namespace {

constexpr std::size_t words = 1'000'000;
// Two-sided normal quantile at 1e-9.
constexpr double z_limit = 6.11;
// Upper quantile at 1e-9 of chi-square with 255 degrees of freedom is 406.
constexpr double chi_square_limit = 407.0;

struct Statistics {
  double monobit_z = 0;
  double runs_z = 0;
  double largest_bit_z = 0;
  double largest_byte_chi_square = 0;
};

template <class Source>
Statistics measure(Source next_word) {
  std::array<std::uint64_t, 64> bit_ones{};
  std::array<std::array<std::uint64_t, 256>, 8> byte_counts{};
  std::uint64_t ones = 0;
  std::uint64_t changes = 0;
  std::uint64_t last_bit = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t word = next_word();
    ones += static_cast<std::uint64_t>(std::popcount(word));
    changes += static_cast<std::uint64_t>(std::popcount(word ^ (word << 1 | last_bit)));
    last_bit = word >> 63;
    for (std::size_t bit = 0; bit < 64; ++bit) bit_ones[bit] += word >> bit & 1;
    for (std::size_t byte = 0; byte < 8; ++byte) ++byte_counts[byte][word >> 8 * byte & 255];
  }

  const auto z = [](std::uint64_t count, double trials) {
    return std::abs(static_cast<double>(count) - trials / 2) / std::sqrt(trials / 4);
  };
  Statistics found;
  found.monobit_z = z(ones, 64.0 * words);
  found.runs_z = z(changes, 64.0 * words);
  for (const std::uint64_t count : bit_ones) {
    found.largest_bit_z = std::max(found.largest_bit_z, z(count, words));
  }
  for (const auto& counts : byte_counts) {
    double chi_square = 0;
    for (const std::uint64_t count : counts) {
      const double expected = words / 256.0;
      const double gap = static_cast<double>(count) - expected;
      chi_square += gap * gap / expected;
    }
    found.largest_byte_chi_square = std::max(found.largest_byte_chi_square, chi_square);
  }
  return found;
}

TEST(SecureGeneratorStatistics, look_uniform) {
  SecureGenerator& source = thread_source();
  const Statistics found = measure([&] { return source.next_word(); });
  EXPECT_LT(found.monobit_z, z_limit);
  EXPECT_LT(found.runs_z, z_limit);
  EXPECT_LT(found.largest_bit_z, z_limit);
  EXPECT_LT(found.largest_byte_chi_square, chi_square_limit);
}

// Planted faults: each must be seen by the statistic that is meant for it.
TEST(SecureGeneratorStatistics, reject_a_bit_that_is_set_one_percent_too_often) {
  SecureGenerator& source = thread_source();
  const Statistics found = measure([&] {
    const std::uint64_t word = source.next_word();
    return source.next_word() % 50 == 0 ? word | 1ULL << 17 : word;
  });
  EXPECT_GT(found.largest_bit_z, z_limit);
}

TEST(SecureGeneratorStatistics, reject_bits_that_follow_their_neighbours) {
  SecureGenerator& source = thread_source();
  const Statistics found = measure([&] {
    const std::uint64_t word = source.next_word();
    return source.next_word() % 8 == 0 ? (word & ~1ULL) | (word >> 1 & 1) : word;
  });
  EXPECT_GT(found.runs_z, z_limit);
}

TEST(SecureGeneratorStatistics, reject_a_byte_value_that_is_half_as_frequent) {
  SecureGenerator& source = thread_source();
  const Statistics found = measure([&] {
    const std::uint64_t word = source.next_word();
    const bool is_redrawn = (word & 255) == 42 && source.next_word() % 2 == 0;
    return is_redrawn ? source.next_word() : word;
  });
  EXPECT_GT(found.largest_byte_chi_square, chi_square_limit);
}

}  // namespace
}  // namespace scrim::entropy::secure_generator_slow_test
