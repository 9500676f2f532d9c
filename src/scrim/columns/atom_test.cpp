#include "scrim/columns/atom.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/distances/same_value.hpp"

namespace scrim::atom_test {
namespace {

static_assert(Atom<double> && Atom<float> && Atom<std::int8_t> && Atom<std::uint64_t>);
static_assert(Atom<bool> && Atom<std::string> && Atom<std::string_view>);
static_assert(!Atom<char> && !Atom<const char*> && !Atom<long double> && !Atom<std::vector<int>>);
static_assert(!Atom<const double> && !Atom<double&>);

template <class T>
std::vector<T> edge_floats() {
  using Limits = std::numeric_limits<T>;
  return {-Limits::infinity(),
          -Limits::max(),
          T(-1),
          -Limits::denorm_min(),
          T(-0.0),
          T(0.0),
          Limits::denorm_min(),
          T(1),
          Limits::max(),
          Limits::infinity(),
          Limits::quiet_NaN(),
          -Limits::quiet_NaN()};
}

/// The place of each edge float in the order; the same place for the same value.
const std::vector<int> edge_ranks = {0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 9};

template <class T>
void expect_order_of_ranks(const std::vector<T>& values, const std::vector<int>& ranks) {
  ASSERT_EQ(values.size(), ranks.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      EXPECT_EQ(same_value(values[i], values[j]), ranks[i] == ranks[j]) << i << ' ' << j;
      EXPECT_EQ(value_less(values[i], values[j]), ranks[i] < ranks[j]) << i << ' ' << j;
    }
  }
}

TEST(Atom, orders_every_double_with_nan_last_and_one_zero) {
  expect_order_of_ranks(edge_floats<double>(), edge_ranks);
}

TEST(Atom, orders_every_float_with_nan_last_and_one_zero) {
  expect_order_of_ranks(edge_floats<float>(), edge_ranks);
}

TEST(Atom, orders_integers_at_their_extremes) {
  using Limits = std::numeric_limits<std::int64_t>;
  expect_order_of_ranks<std::int64_t>({Limits::min(), -1, 0, 1, Limits::max()}, {0, 1, 2, 3, 4});
  expect_order_of_ranks<std::uint8_t>({0, 1, 127, 128, 255}, {0, 1, 2, 3, 4});
}

TEST(Atom, orders_booleans_and_strings) {
  EXPECT_TRUE(value_less(false, true));
  EXPECT_FALSE(value_less(true, true));
  EXPECT_FALSE(same_value(true, false));
  expect_order_of_ranks<std::string>({"", std::string("\0", 1), "a", "ab", "b"}, {0, 1, 2, 3, 4});
  expect_order_of_ranks<std::string_view>({"", "NaN", "a", "a"}, {0, 1, 2, 2});
}

}  // namespace
}  // namespace scrim::atom_test
