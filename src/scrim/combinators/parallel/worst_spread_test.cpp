#include "scrim/combinators/parallel/worst_spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/rational.hpp"
#include "support/error_of.hpp"

namespace scrim::worst_spread_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Loss = std::function<double(std::uint32_t)>;

double stated(const KeyedChange& d, const Loss& loss) {
  const auto rows = rows_to_price(d);
  std::vector<double> losses;
  for (const std::uint32_t each : rows) losses.push_back(loss(each));
  return worst_spread(d, rows, losses);
}

/// The largest sum over all spreads, tried one by one: numbers that do not rise, and what is left.
Rational largest_sum(std::uint64_t groups, std::uint64_t total, std::uint64_t in_each,
                     const std::vector<Rational>& losses) {
  Rational most = 0;
  if (groups == 0) return most;
  for (std::uint64_t rows = 1; rows <= std::min(in_each, total); ++rows) {
    const Rational sum = losses[rows] + largest_sum(groups - 1, total - rows, rows, losses);
    most = std::max(most, sum);
  }
  return most;
}

Rational truth(const KeyedChange& d, const Loss& loss) {
  std::vector<Rational> losses{0};
  for (std::uint32_t rows = 1; rows <= d.in_each(); ++rows) {
    losses.push_back(to_rational(loss(rows)));
  }
  return largest_sum(d.groups(), d.total(), d.in_each(), losses);
}

/// Losses of every shape, none of which falls.
std::vector<Loss> losses_of_all_shapes() {
  std::vector<Loss> all{
      [](std::uint32_t rows) { return 0.25 * rows; },
      [](std::uint32_t rows) { return mul_up(0.1, static_cast<double>(rows)); },
      [](std::uint32_t rows) { return 0.1 * rows * rows; },
      [](std::uint32_t rows) { return std::sqrt(static_cast<double>(rows)); },
      [](std::uint32_t) { return 1.0 / 3.0; },
      [](std::uint32_t rows) { return rows < 3 ? 0.0 : 1.0; },
      [](std::uint32_t rows) { return std::floor(rows / 7.0) + 1e-3 * rows; },
      [](std::uint32_t rows) { return rows < 3 ? 0x1p-1074 : 1e300; },
      [](std::uint32_t rows) { return rows - 1 + std::exp(-static_cast<double>(rows)); },
      [](std::uint32_t rows) { return rows % 2 == 0 ? rows : rows - 0.5; },
  };
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    std::mt19937_64 stream(seed);
    std::vector<double> sums{0.0};
    for (std::uint32_t i = 0; i < 100'000; ++i) {
      sums.push_back(sums.back() + static_cast<double>(stream() % 5));
    }
    all.emplace_back([sums](std::uint32_t rows) { return sums[rows]; });
  }
  return all;
}

TEST(WorstSpread, of_small_changes_is_the_largest_sum_over_all_spreads) {
  for (const Loss& loss : losses_of_all_shapes()) {
    for (std::uint64_t groups = 1; groups <= 6; ++groups) {
      for (std::uint64_t total = 1; total <= 13; ++total) {
        for (std::uint64_t in_each = 1; in_each <= 7; ++in_each) {
          const KeyedChange d(groups, total, in_each);
          EXPECT_EQ(stated(d, loss), to_double_up(truth(d, loss))) << describe_distance(d);
        }
      }
    }
  }
}

TEST(WorstSpread, of_what_is_linear_is_the_rows_and_of_squares_whole_groups) {
  for (const std::uint64_t n : {3ULL, 1000ULL, 1'000'000ULL, 4'000'000'000ULL}) {
    const KeyedChange d(n, n, n);
    EXPECT_EQ(loss_of_each_row(d, 0.25), 0.25 * static_cast<double>(n));
    EXPECT_EQ(loss_of_squares(d, 0.5), 0.5 * static_cast<double>(n) * static_cast<double>(n));
    const double slack = n <= 4096 ? 1.0 : 1.001;
    const Loss linear = [](std::uint32_t rows) { return 0.25 * rows; };
    EXPECT_GE(stated(d, linear), 0.25 * static_cast<double>(n));
    EXPECT_LE(stated(d, linear), slack * 0.25 * static_cast<double>(n));
    const Loss square = [](std::uint32_t rows) { return 0.25 * rows * rows; };
    EXPECT_GE(stated(d, square), square(static_cast<std::uint32_t>(n)));
    EXPECT_LE(stated(d, square), slack * slack * square(static_cast<std::uint32_t>(n)));
  }
  EXPECT_EQ(loss_of_squares(KeyedChange(4, 11, 4), 1.0), 16 + 16 + 9);
  EXPECT_EQ(loss_of_squares(KeyedChange(3, 11, 4), 1.0), 16 + 16 + 9);
  EXPECT_EQ(loss_of_each_row(KeyedChange(3, 3, 3), 0.1), to_double_up(3 * to_rational(0.1)));
}

TEST(WorstSpread, of_many_rows_is_never_below_and_within_one_group) {
  // Neither convex nor concave, and too much to try.
  const Loss loss = [](std::uint32_t rows) { return std::floor(rows / 7.0) + 0.5 * (rows > 1); };
  const KeyedChange d(60, 3002, 101);
  std::vector<std::uint32_t> rising{2};
  for (std::uint32_t rows = 7; rows <= 101; rows += 7) rising.push_back(rows);
  ASSERT_GT(d.groups() * d.total() * rising.size(), 1U << 19);
  std::vector<double> best(d.total() + 1);
  for (std::uint64_t group = 0; group < d.groups(); ++group) {
    for (std::size_t total = d.total(); total > 0; --total) {
      for (const std::uint32_t rows : rising) {
        if (rows > total) break;
        best[total] = std::max(best[total], best[total - rows] + loss(rows));
      }
    }
  }
  EXPECT_GE(stated(d, loss), best.back());
  EXPECT_LT(stated(d, loss), best.back() + loss(101));
}

TEST(WorstSpread, takes_rows_between_those_it_prices_for_the_next) {
  const Loss jumps = [](std::uint32_t rows) { return rows < 4097 ? 0.0 : 1.0; };
  const KeyedChange d(10, 40'970, 4100);
  const auto rows = rows_to_price(d);
  ASSERT_EQ(rows[rows.size() - 2], 4096U);
  EXPECT_EQ(stated(d, jumps), 10.0);
}

TEST(WorstSpread, takes_what_holds_for_more_rows_for_fewer) {
  const Loss falls = [](std::uint32_t rows) { return rows == 1 ? 5.0 : 2.0; };
  EXPECT_EQ(stated(KeyedChange(2, 3, 2), falls), 4.0);
  const Loss wild = [](std::uint32_t rows) { return rows == 2 ? infinity : 3.0; };
  EXPECT_EQ(stated(KeyedChange(2, 4, 3), wild), 6.0);
}

TEST(WorstSpread, is_infinite_where_a_group_is) {
  const Loss loss = [](std::uint32_t rows) { return rows < 3 ? 1.0 : infinity; };
  EXPECT_EQ(stated(KeyedChange(5, 5, 2), loss), 5.0);
  EXPECT_EQ(stated(KeyedChange(5, 5, 3), loss), infinity);
  EXPECT_EQ(loss_of_each_row(KeyedChange(1, 1, 1), infinity), infinity);
  EXPECT_EQ(loss_of_squares(KeyedChange(1, 1, 1), infinity), infinity);
  EXPECT_EQ(stated(KeyedChange(5, 5, 5), [](std::uint32_t) { return 0.0; }), 0.0);
}

TEST(WorstSpread, never_falls) {
  const auto losses = losses_of_all_shapes();
  // Around where all are tried no more, and where rows are priced in steps.
  const std::vector<KeyedChange> changes = {
      {3, 3, 3},           {70, 74, 73},          {80, 90, 80},          {90, 90, 90},
      {90, 100, 90},       {99, 100, 100},        {100, 100, 100},       {100, 4000, 300},
      {100, 4001, 4095},   {101, 9000, 4096},     {101, 9001, 4097},     {200, 90'000, 5000},
      {200, 90'001, 5001}, {200, 90'001, 90'001}, {200, 1'000'000, 5000}};
  for (const Loss& loss : losses) {
    std::vector<double> all;
    for (const KeyedChange& d : changes) all.push_back(stated(d, loss));
    for (std::size_t i = 0; i < changes.size(); ++i) {
      for (std::size_t j = 0; j < changes.size(); ++j) {
        if (!within(changes[i], changes[j])) continue;
        EXPECT_LE(all[i], all[j]) << describe_distance(changes[i]) << " "
                                  << describe_distance(changes[j]);
      }
    }
  }
}

TEST(RowsToPrice, are_all_and_then_each_within_a_thousandth_of_the_one_before) {
  EXPECT_EQ(rows_to_price({2, 3, 2}), (std::vector<std::uint32_t>{1, 2}));
  EXPECT_EQ(rows_to_price({7, 21, 3}), (std::vector<std::uint32_t>{3}));
  const std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  const auto rows = rows_to_price({2, std::uint64_t{most} + 1, most});
  EXPECT_LT(rows.size(), 20'000U);
  EXPECT_EQ(rows.front(), 1U);
  EXPECT_EQ(rows.back(), most);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_LT(rows[i - 1], rows[i]);
    EXPECT_LE(1024 * std::uint64_t{rows[i]},
              1024 * std::uint64_t{rows[i - 1]} + std::max(1024U, rows[i - 1]));
  }
  SCRIM_EXPECT_ERROR((void)rows_to_price({1, std::uint64_t{most} + 1, std::uint64_t{most} + 1}),
                     ErrorKind::overflow, "4294967296");
}

}  // namespace
}  // namespace scrim::worst_spread_test
