// Against all spreads of a change, with the law of the noise by its definition.
#include "scrim/measurements/threshold/threshold_delta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "scrim/measurements/threshold/unit_spreads.hpp"
#include "support/error_of.hpp"

namespace scrim::threshold_delta_exact_test {
namespace {

using Real = long double;
constexpr Real close = 1e-14L;

/// P[Z >= m] by adding up what is proportional to the law.
template <class Weight>
Real upper_tail(const Weight& weight, std::int64_t m) {
  Real all = 0;
  Real beyond = 0;
  for (std::int64_t z = 4000; z >= -4000; --z) {  // the small ones first
    const Real w = weight(z);
    all += w;
    if (z >= m) beyond += w;
  }
  return beyond / all;
}

Real laplace_upper_tail(double scale, std::int64_t m) {
  return upper_tail([&](std::int64_t z) { return std::exp(-Real(std::abs(z)) / scale); }, m);
}
Real gaussian_upper_tail(double scale, std::int64_t m) {
  return upper_tail(
      [&](std::int64_t z) { return std::exp(-Real(z) * Real(z) / (2 * Real(scale) * scale)); }, m);
}

using Counts = std::vector<std::uint64_t>;

/// Calls use(counts) for every way to spread a change over groups that were not there.
void for_each_spread(const KeyedChange& d, const std::function<void(const Counts&)>& use) {
  Counts counts;
  const std::function<void(std::uint64_t, std::uint64_t)> go = [&](std::uint64_t left,
                                                                   std::uint64_t most) {
    use(counts);
    if (counts.size() == d.groups()) return;
    for (std::uint64_t count = 1; count <= std::min(left, most); ++count) {
      counts.push_back(count);
      go(left - count, count);  // falling: the order of groups does not matter
      counts.pop_back();
    }
  };
  go(d.total(), d.in_each());
}

std::vector<KeyedChange> small_changes() {
  std::vector<KeyedChange> changes;
  for (std::uint64_t groups = 0; groups <= 5; ++groups) {
    for (std::uint64_t total = 0; total <= 11; ++total) {
      for (std::uint64_t in_each = 0; in_each <= 5; ++in_each) {
        const KeyedChange d(groups, total, in_each);
        if (std::find(changes.begin(), changes.end(), d) == changes.end()) changes.push_back(d);
      }
    }
  }
  return changes;
}

Real worst_by_definition(const KeyedChange& d, const std::vector<Real>& release_of) {
  Real worst = 0;
  for_each_spread(d, [&](const Counts& counts) {
    Real log = 0;
    for (const std::uint64_t count : counts) log += std::log1p(-release_of[count]);
    worst = std::max(worst, -std::expm1(log));
  });
  return worst;
}

/// What rounding up makes of the least numbers above 0.
constexpr Real tiny = 16 * std::numeric_limits<double>::denorm_min();

template <class Tail, class Delta>
void expect_worst_spread(const Tail& tail, const Delta& delta, const std::vector<double>& scales) {
  for (const double scale : scales) {
    for (const std::uint64_t threshold : {6U, 7U, 12U, 40U}) {
      std::vector<Real> release_of;
      for (std::uint64_t count = 0; count <= 5; ++count) {
        release_of.push_back(tail(scale, static_cast<std::int64_t>(threshold - count)));
      }
      for (const KeyedChange& d : small_changes()) {
        const Real expected = worst_by_definition(d, release_of);
        const Real stated = delta(d, scale, threshold);
        EXPECT_GE(stated, expected * (1 - 1e-16L))
            << scale << ", " << threshold << ", " << describe_distance(d);
        EXPECT_LE(stated, expected * (1 + close) + tiny)
            << scale << ", " << threshold << ", " << describe_distance(d);
      }
    }
  }
}

TEST(ThresholdDelta, of_laplace_noise_is_that_of_the_worst_spread) {
  expect_worst_spread(laplace_upper_tail, laplace_threshold_delta, {0.3, 7.0 / 5.0, 10.0, 100.0});
}

TEST(ThresholdDelta, of_gaussian_noise_is_that_of_the_worst_spread) {
  expect_worst_spread(gaussian_upper_tail, gaussian_threshold_delta, {0.3, 7.0 / 5.0, 10.0});
}

TEST(UnitSpreads, hold_the_worst_of_all_for_every_convex_function) {
  // Between these every convex function on 1, ..., 5 that rises lies.
  const std::vector<std::vector<std::uint64_t>> functions = {
      {0, 100, 100, 100, 100, 100}, {0, 1, 2, 3, 4, 5},  {0, 1, 4, 9, 16, 25},
      {0, 10, 11, 13, 17, 30},      {0, 0, 0, 0, 0, 1},  {0, 5, 5, 5, 5, 17},
      {0, 3, 3, 4, 9, 20},          {0, 2, 3, 6, 9, 12}, {0, 7, 8, 9, 20, 31}};
  for (const auto& g : functions) {
    for (const KeyedChange& d : small_changes()) {
      std::uint64_t expected = 0;
      for_each_spread(d, [&](const Counts& counts) {
        std::uint64_t sum = 0;
        for (const std::uint64_t count : counts) sum += g[count];
        expected = std::max(expected, sum);
      });
      std::uint64_t found = 0;
      for (const UnitSpread& spread : worst_unit_spreads(d)) {
        const std::uint64_t of_partial = spread.partial == 0 ? 0 : g[spread.partial];
        found = std::max(found, spread.full * g[d.in_each()] + of_partial + spread.single * g[1]);
        const std::uint64_t groups = spread.full + spread.single + (spread.partial == 0 ? 0 : 1);
        EXPECT_LE(groups, d.groups());
        EXPECT_EQ(spread.full * d.in_each() + spread.partial + spread.single, d.total());
      }
      EXPECT_EQ(found, expected) << describe_distance(d);
    }
  }
}

TEST(UnitSpreads, of_the_largest_changes_do_not_wrap) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const KeyedChange& d : {KeyedChange(most, most, most), KeyedChange(most, most, 2),
                               KeyedChange(2, most, most), KeyedChange(most / 2, most, 3)}) {
    const auto spreads = worst_unit_spreads(d);
    EXPECT_LE(spreads.size(), 4U);
    for (const UnitSpread& spread : spreads) {
      EXPECT_EQ(spread.full * d.in_each() + spread.partial + spread.single, d.total());
    }
  }
}

// The example of the specification: one unit of three rows is worse in one group than in three.
TEST(ThresholdDelta, of_three_rows_is_not_three_times_the_worst_of_each) {
  const double delta = laplace_threshold_delta(KeyedChange(3, 3, 3), 1.0, 12);
  EXPECT_NEAR(delta, 9.0217e-5, 1e-8);
  EXPECT_GT(laplace_threshold_delta(KeyedChange(3, 9, 3), 1.0, 12), 2.7e-4);
}

TEST(ThresholdDelta, keeps_its_digits_where_it_is_tiny) {
  const double one = laplace_threshold_delta(KeyedChange(1, 1, 1), 1.0, 600);
  EXPECT_NEAR(std::log(one), -599 - std::log1p(std::exp(-1.0)), 1e-9);
  const double many = laplace_threshold_delta(KeyedChange(1000, 1000, 1), 1.0, 600);
  EXPECT_NEAR(many / one, 1000, 1e-9);
  const double least = laplace_threshold_delta(KeyedChange(1, 1, 1), 0x1p-20, 2);
  EXPECT_GT(least, 0.0);
  EXPECT_LE(least, tiny);
}

TEST(ThresholdDelta, is_all_or_nothing_without_noise) {
  for (const auto delta : {laplace_threshold_delta, gaussian_threshold_delta}) {
    EXPECT_EQ(delta(KeyedChange(2, 4, 3), 0.0, 4), 0.0);
    EXPECT_FALSE(std::signbit(delta(KeyedChange(2, 4, 3), 0.0, 4)));
    EXPECT_EQ(delta(KeyedChange(2, 4, 3), 0.0, 3), 1.0);
  }
}

TEST(ThresholdDelta, is_1_where_one_unit_reaches_the_threshold) {
  for (const auto delta : {laplace_threshold_delta, gaussian_threshold_delta}) {
    EXPECT_EQ(delta(KeyedChange(1, 5, 5), 10.0, 5), 1.0);
    EXPECT_LT(delta(KeyedChange(1, 5, 5), 10.0, 6), 1.0);
    EXPECT_EQ(delta(KeyedChange(), 10.0, 1), 0.0);
    EXPECT_EQ(delta(KeyedChange(~0U, ~0U, ~0U), 10.0, 6), 1.0);
  }
}

template <class Least, class Delta>
void expect_least(const Least& least, const Delta& delta) {
  for (const double scale : {0.0, 0x1p-20, 0.3, 7.0 / 5.0, 31.0 / 3.0}) {
    for (const double wanted : {1e-300, 1e-12, 1e-6, 0.1, 0.6}) {
      for (const KeyedChange& d : {KeyedChange(1, 1, 1), KeyedChange(2, 2, 1), KeyedChange(3, 3, 3),
                                   KeyedChange(7, 20, 4)}) {
        const std::uint64_t threshold = least(d, scale, wanted);
        EXPECT_GT(threshold, d.in_each());
        EXPECT_LE(delta(d, scale, threshold), wanted) << scale << ", " << wanted;
        EXPECT_GT(delta(d, scale, threshold - 1), wanted) << scale << ", " << wanted;
      }
    }
  }
}

TEST(LeastThreshold, of_laplace_noise_is_enough_and_one_less_is_not) {
  expect_least(least_laplace_threshold, laplace_threshold_delta);
}

TEST(LeastThreshold, of_gaussian_noise_is_enough_and_one_less_is_not) {
  expect_least(least_gaussian_threshold, gaussian_threshold_delta);
}

TEST(LeastThreshold, of_laplace_noise_follows_its_formula) {
  for (const double scale : {0.3, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
    for (const std::uint64_t groups : {1U, 4U, 1000U}) {
      for (const std::uint64_t in_each : {1U, 7U}) {
        const Real delta = 1e-9;
        const Real q = std::exp(-1 / Real(scale));
        const Real in_one = -std::expm1(std::log1p(-delta) / Real(groups));
        const Real above = std::ceil(Real(scale) * std::log(1 / ((1 + q) * in_one)));
        EXPECT_EQ(least_laplace_threshold(KeyedChange(groups, groups * in_each, in_each), scale,
                                          static_cast<double>(delta)),
                  in_each + static_cast<std::uint64_t>(above));
      }
    }
  }
}

TEST(LeastThreshold, is_found_at_large_scales) {
  const KeyedChange d(4, 4, 1);
  for (const double scale : {1024.0, 1025.0, 1e9}) {
    const std::uint64_t threshold = least_gaussian_threshold(d, scale, 1e-9);
    EXPECT_LE(gaussian_threshold_delta(d, scale, threshold), 1e-9);
    EXPECT_NEAR(static_cast<double>(threshold) / scale, 6.2, 0.3);
  }
}

// By sums, term by term: the integral above a sum is half a step loose.
TEST(LeastThreshold, of_wide_gaussian_noise_is_the_least) {
  for (const double scale : {1500.0, 1e5}) {
    std::vector<Real> beyond(static_cast<std::size_t>(12 * scale));  // of z and more, for z > 0
    Real sum = 0;
    for (std::size_t z = beyond.size(); z-- > 0;) {
      sum += std::exp(-Real(z) * Real(z) / (2 * Real(scale) * scale));
      beyond[z] = sum;
    }
    const Real all = beyond[0] + beyond[1];
    for (const double delta : {0.1, 1e-3, 3e-5, 1e-6, 7e-8, 1e-9, 5e-11, 1e-12}) {
      const auto least = std::find_if(beyond.begin() + 1, beyond.end(),
                                      [&](Real tail) { return tail <= delta * all; });
      EXPECT_EQ(least_gaussian_threshold(KeyedChange(1, 1, 1), scale, delta),
                1 + static_cast<std::uint64_t>(least - beyond.begin()))
          << scale << ", " << delta;
    }
  }
}

TEST(LeastThreshold, refuses_what_has_no_answer) {
  const KeyedChange d(1, 1, 1);
  SCRIM_EXPECT_ERROR(least_laplace_threshold(d, 1.0, 0.0), ErrorKind::invalid_argument,
                     "delta is 0", "above 0 and below 1");
  SCRIM_EXPECT_ERROR(least_gaussian_threshold(d, 1.0, 1.0), ErrorKind::invalid_argument, "delta");
  SCRIM_EXPECT_ERROR(least_laplace_threshold(d, -1.0, 0.1), ErrorKind::invalid_argument, "scale");
  SCRIM_EXPECT_ERROR(least_gaussian_threshold(d, 0x1p53, 0.1), ErrorKind::invalid_argument,
                     "scale");
  SCRIM_EXPECT_ERROR(least_laplace_threshold(d, 1e30, 0.1), ErrorKind::overflow, "smaller scale");
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  SCRIM_EXPECT_ERROR(least_laplace_threshold(KeyedChange(1, most, most), 1.0, 0.1),
                     ErrorKind::overflow, "2^64 - 1");
  SCRIM_EXPECT_ERROR(laplace_threshold_delta(d, 1.0, 0), ErrorKind::invalid_argument,
                     "threshold is 0");
}

}  // namespace
}  // namespace scrim::threshold_delta_exact_test
