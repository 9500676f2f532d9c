// Against all ways in which persons can be in keys, with the law of the noise by its definition.
#include "scrim/measurements/release_weighted_keys/weight_threshold.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "support/error_of.hpp"

namespace scrim::weight_threshold_exact_test {
namespace {

using Real = long double;
using Weights = std::vector<std::uint64_t>;

/// P[Z >= m] by adding up what is proportional to the law, for m = 0, 1, ...
std::vector<Real> upper_tails(double scale) {
  const auto reach = static_cast<std::int64_t>(60 * scale) + 200;
  Real all = 0;
  std::vector<Real> tails(static_cast<std::size_t>(reach) + 1);
  for (std::int64_t z = reach; z >= -reach; --z) {  // the small ones first
    all += std::exp(-Real(z) * Real(z) / (2 * Real(scale) * scale));
    if (z >= 0) tails[static_cast<std::size_t>(z)] = all;
  }
  for (Real& tail : tails) tail /= all;
  return tails;
}

/// Calls use(weights of keys) for all sets of keys that so many persons can be in: each adds its
/// share to as many keys as it likes, of those that others have and of new ones.
void for_each_way(const PersonWeightDistance& metric, std::uint32_t persons,
                  const std::function<void(const Weights&)>& use) {
  Weights weights;
  const std::function<void(std::uint32_t)> add_person = [&](std::uint32_t left) {
    use(weights);
    if (left == 0) return;
    const std::size_t old = weights.size();
    for (std::uint64_t keys = 1; keys <= metric.groups; ++keys) {
      const std::uint64_t share = weight_in_each(metric.weight, keys);
      for (std::uint64_t shared = 0; shared < std::uint64_t{1} << old; ++shared) {
        const auto of_others = static_cast<std::uint64_t>(std::popcount(shared));
        if (of_others > keys) continue;
        const Weights before = weights;
        for (std::size_t key = 0; key < old; ++key) {
          if ((shared >> key & 1U) != 0) weights[key] += share;
        }
        weights.insert(weights.end(), keys - of_others, share);
        add_person(left - 1);
        weights = before;
      }
    }
  };
  add_person(persons);
}

Real worst_by_definition(const PersonWeightDistance& metric, std::uint32_t persons,
                         const std::vector<Real>& tails, std::uint64_t threshold) {
  Real worst = 0;
  for_each_way(metric, persons, [&](const Weights& weights) {
    Real log = 0;
    for (const std::uint64_t weight : weights) log += std::log1p(-tails[threshold - weight]);
    worst = std::max(worst, -std::expm1(log));
  });
  return worst;
}

/// What rounding up makes of the least numbers above 0.
constexpr Real tiny = 64 * std::numeric_limits<double>::denorm_min();

TEST(WeightThresholdDelta, is_that_of_the_worst_keys_that_persons_can_be_in) {
  struct Case {
    PersonWeightDistance metric;
    std::uint32_t most_persons;
  };
  // Where persons share keys is worse behind narrow noise, where they do not behind wide noise.
  int shared_is_worse = 0;
  int apart_is_worse = 0;
  for (const Case& each :
       {Case{{.weight = 1, .groups = 1}, 3}, Case{{.weight = 5, .groups = 1}, 3},
        Case{{.weight = 2, .groups = 4}, 2}, Case{{.weight = 10, .groups = 3}, 3},
        Case{{.weight = 7, .groups = 5}, 2}, Case{{.weight = 3, .groups = 9}, 1},
        Case{{.weight = 50, .groups = 4}, 2}}) {
    for (const double scale : {0.3, 7.0 / 5.0, 10.0, 100.0 + 1.0 / 3.0}) {
      const auto tails = upper_tails(scale);
      for (std::uint32_t persons = 1; persons <= each.most_persons; ++persons) {
        const std::uint64_t all = persons * each.metric.weight;
        for (const std::uint64_t threshold : {all + 1, all + 2, all + 9, all + 100}) {
          const Real expected = worst_by_definition(each.metric, persons, tails, threshold);
          const Real stated = weight_threshold_delta(each.metric, persons, scale, threshold);
          const std::string what = each.metric.describe() + ", " + std::to_string(persons) +
                                   " persons, scale " + std::to_string(scale) + ", threshold " +
                                   std::to_string(threshold);
          EXPECT_GE(stated, expected * (1 - 1e-16L)) << what;
          EXPECT_LE(stated, expected * (1 + 1e-13L) + tiny) << what;
          if (persons == 2) {
            const Real shared = tails[threshold - all];
            const Real apart = -std::expm1(2 * std::log1p(-tails[threshold - all / 2]));
            (shared > apart ? shared_is_worse : apart_is_worse) += 1;
          }
        }
      }
    }
  }
  EXPECT_GT(shared_is_worse, 0);
  EXPECT_GT(apart_is_worse, 0);
}

TEST(WeightThresholdDelta, is_the_formula_of_one_person) {
  const PersonWeightDistance metric{.weight = 100, .groups = 40};
  const double scale = 60.0;
  const auto tails = upper_tails(scale);
  for (const std::uint64_t threshold : {150U, 300U, 450U}) {
    Real worst = 0;
    std::uint64_t worst_keys = 0;
    for (std::uint64_t keys = 1; keys <= metric.groups; ++keys) {
      const Real told = tails[threshold - weight_in_each(metric.weight, keys)];
      const Real delta = -std::expm1(static_cast<Real>(keys) * std::log1p(-told));
      if (delta > worst) worst_keys = keys;
      worst = std::max(worst, delta);
    }
    EXPECT_NEAR(static_cast<double>(weight_threshold_delta(metric, 1, scale, threshold) / worst), 1,
                1e-13);
    // Neither end alone: near to the weight many keys are worse, far from it few.
    EXPECT_TRUE(threshold == 150 ? worst_keys > 1 : worst_keys == 1 || worst_keys < 40)
        << worst_keys;
  }
}

TEST(WeightThresholdDelta, at_a_threshold_that_persons_reach_alone_is_one) {
  const PersonWeightDistance metric{.weight = 10, .groups = 4};
  EXPECT_EQ(weight_threshold_delta(metric, 1, 3.0, 10), 1.0);
  EXPECT_LT(weight_threshold_delta(metric, 1, 3.0, 11), 1.0);
  EXPECT_EQ(weight_threshold_delta(metric, 2, 3.0, 20), 1.0);
  EXPECT_EQ(weight_threshold_delta(metric, 0, 3.0, 1), 0.0);
  EXPECT_EQ(weight_threshold_delta(metric, 1, 0.0, 11), 0.0);
  constexpr std::uint32_t all_persons = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(weight_threshold_delta({.weight = 65'536, .groups = std::uint64_t{1} << 32},
                                   all_persons, 3.0, 1),
            1.0);
}

TEST(WeightThreshold, is_the_least) {
  for (const PersonWeightDistance& metric : {PersonWeightDistance{.weight = 1, .groups = 1},
                                             PersonWeightDistance{.weight = 20, .groups = 4},
                                             PersonWeightDistance{.weight = 100, .groups = 50},
                                             PersonWeightDistance{.weight = 1000, .groups = 9}}) {
    for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 10.0, 50.0, 2236.1, 1e6 + 1.0 / 3.0}) {
      for (const double delta : {0.3, 1e-9}) {
        for (const std::uint32_t persons : {1U, 3U}) {
          const std::uint64_t least = least_weight_threshold(metric, persons, scale, delta);
          EXPECT_LE(weight_threshold_delta(metric, persons, scale, least), delta);
          EXPECT_GT(least, persons * metric.weight);
          if (least > persons * metric.weight + 1) {
            EXPECT_GT(weight_threshold_delta(metric, persons, scale, least - 1), delta);
          }
        }
      }
    }
  }
  EXPECT_EQ(least_weight_threshold({.weight = 5, .groups = 1}, 0, 3.0, 0.1), 1U);
}

TEST(WeightThreshold, is_the_largest_that_each_number_of_keys_asks_for) {
  const PersonWeightDistance metric{.weight = 100, .groups = 30};
  const double scale = 80;
  const double delta = 1e-6;
  const auto tails = upper_tails(scale);
  std::uint64_t largest = 0;
  for (std::uint64_t keys = 1; keys <= metric.groups; ++keys) {
    std::uint64_t beyond = 1;
    while (-std::expm1(static_cast<Real>(keys) * std::log1p(-tails[beyond])) > delta) ++beyond;
    largest = std::max(largest, weight_in_each(metric.weight, keys) + beyond);
  }
  EXPECT_EQ(least_weight_threshold(metric, 1, scale, delta), largest);
}

TEST(WeightThreshold, takes_no_time_where_a_person_is_in_many_keys) {
  const std::clock_t start = std::clock();  // of computing: others may use the machine too
  const PersonWeightDistance metric{.weight = 10'000, .groups = 1'000'000};
  EXPECT_GT(least_weight_threshold(metric, 1, 1000.0, 1e-9), metric.weight);
  EXPECT_GT(least_weight_threshold(metric, 1, 100'000.0, 1e-9), metric.weight);
  EXPECT_LT(std::clock() - start, 60 * CLOCKS_PER_SEC);
}

TEST(WeightThresholdLoss, is_that_of_persons_in_one_key) {
  const PersonWeightDistance metric{.weight = 20, .groups = 4};
  EXPECT_EQ(weight_threshold_loss(metric, 1, 10.0), 2.0);
  EXPECT_EQ(weight_threshold_loss(metric, 3, 10.0), 18.0);
  EXPECT_EQ(weight_threshold_loss(metric, 0, 0.0), 0.0);
  EXPECT_TRUE(std::isinf(weight_threshold_loss(metric, 1, 0.0)));
  // Of the square of the scale as it is, which is no double: rounded up, and by no more than that.
  for (const double scale : {0.1, 1.0 / 3.0, 7.0 / 5.0, 99.99, 1e6 + 1.0 / 3.0}) {
    const Rational exact = Rational(400 * 9) / (2 * to_rational(scale) * to_rational(scale));
    const double loss = weight_threshold_loss(metric, 3, scale);
    EXPECT_GE(to_rational(loss), exact) << scale;
    EXPECT_LT(to_rational(std::nextafter(loss, 0.0)), exact) << scale;
  }
}

TEST(WeightThreshold, refuses_what_is_none) {
  const PersonWeightDistance metric{.weight = 20, .groups = 4};
  SCRIM_EXPECT_ERROR(weight_threshold_delta(metric, 1, 1.0, 0), ErrorKind::invalid_argument,
                     "weight_threshold_delta", "threshold is 0");
  SCRIM_EXPECT_ERROR(weight_threshold_delta(metric, 1, -1.0, 9), ErrorKind::invalid_argument,
                     "weight_threshold_delta");
  SCRIM_EXPECT_ERROR(weight_threshold_delta({.weight = 1, .groups = 2}, 1, 1.0, 9),
                     ErrorKind::invalid_argument, "weight_threshold_delta", "less than 1");
  for (const double delta : {0.0, 1.0, -0.1, std::numeric_limits<double>::quiet_NaN()}) {
    SCRIM_EXPECT_ERROR(least_weight_threshold(metric, 1, 1.0, delta), ErrorKind::invalid_argument,
                       "least_weight_threshold", "delta is");
  }
}

}  // namespace
}  // namespace scrim::weight_threshold_exact_test
