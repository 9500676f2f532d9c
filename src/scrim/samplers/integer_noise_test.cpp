#include "scrim/samplers/integer_noise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrim::integer_noise_test {
namespace {

template <Integer T>
void expect_sums_of_narrow_integers() {
  using Limits = std::numeric_limits<T>;
  for (int x = Limits::min(); x <= Limits::max(); ++x) {
    for (int z = -600; z <= 600; ++z) {
      const IntegerNoise noise{static_cast<std::uint64_t>(z < 0 ? -z : z), z < 0};
      const int sum = std::clamp<int>(x + z, Limits::min(), Limits::max());
      ASSERT_EQ(add_noise(static_cast<T>(x), noise), sum) << x << " + " << z;
    }
  }
}

TEST(AddNoise, is_the_closest_number_of_the_type) {
  expect_sums_of_narrow_integers<std::int8_t>();
  expect_sums_of_narrow_integers<std::uint8_t>();
}

/// Magnitudes around which something changes, and those that stand for all larger ones.
template <Integer T>
void expect_ends(std::uint64_t magnitude) {
  using Limits = std::numeric_limits<T>;
  for (const T x : {Limits::min(), static_cast<T>(Limits::min() + 1), T{0}, T{1},
                    static_cast<T>(Limits::max() - 1), Limits::max()}) {
    for (const bool is_negative : {false, true}) {
      const int128 z =
          is_negative ? -static_cast<int128>(magnitude) : static_cast<int128>(magnitude);
      const int128 sum = std::clamp(static_cast<int128>(x) + z, static_cast<int128>(Limits::min()),
                                    static_cast<int128>(Limits::max()));
      EXPECT_EQ(add_noise(x, {magnitude, is_negative}), static_cast<T>(sum));
    }
  }
}

TEST(AddNoise, saturates_at_the_ends_of_wide_types) {
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  for (const std::uint64_t magnitude :
       {std::uint64_t{0}, std::uint64_t{1}, half - 1, half, half + 1, ~std::uint64_t{0}}) {
    expect_ends<std::int64_t>(magnitude);
    expect_ends<std::uint64_t>(magnitude);
    expect_ends<std::int32_t>(magnitude);
  }
}

TEST(AddNoise, of_the_largest_magnitude_reaches_the_end_from_anywhere) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_EQ(add_noise(Limits::min(), {most, false}), Limits::max());
  EXPECT_EQ(add_noise(Limits::max(), {most, true}), Limits::min());
  EXPECT_EQ(add_noise(std::uint64_t{0}, {most, false}), most);
  EXPECT_EQ(add_noise(most, {most, true}), 0U);
}

}  // namespace
}  // namespace scrim::integer_noise_test
