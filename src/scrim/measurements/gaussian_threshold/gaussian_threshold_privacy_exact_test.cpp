// Given that no key is told that only one of two neighbours has, the loss between their releases;
// and how likely that is. Beside what the map says, for all small keyed counts.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "scrim/measurements/gaussian_threshold/make_gaussian_threshold.hpp"
#include "support/distances/keyed_distances.hpp"
#include "support/keyed_release_law.hpp"
#include "support/small_datasets.hpp"

namespace scrim::gaussian_threshold_privacy_exact_test {
namespace {

using test::LawReal;

using Counts = std::vector<std::uint64_t>;

/// D_alpha(p || q).
LawReal renyi(const std::vector<LawReal>& p, const std::vector<LawReal>& q, LawReal alpha) {
  LawReal moment = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] > 0) moment += p[i] * std::exp((alpha - 1) * (std::log(p[i]) - std::log(q[i])));
  }
  return std::log(moment) / (alpha - 1);
}

TEST(GaussianThresholdPrivacy, is_what_the_map_says) {
  constexpr std::uint64_t threshold = 4;
  constexpr std::uint64_t top = 70;
  const auto all = test::datasets_of_size(Counts{0, 1, 2, 5, 6}, 3);
  for (const double scale : {7.0 / 5.0, 10.0}) {
    const auto release = make_gaussian_threshold(
        keyed_counts_domain<std::int64_t>(), KeyedDistance{},
        Approximate<ZeroConcentratedDivergence>{}, {.scale = scale, .threshold = threshold});
    const auto noise = test::noise_law(
        [&](std::int64_t z) {
          return std::exp(-LawReal(z) * LawReal(z) / (2 * LawReal(scale) * scale));
        },
        300);
    std::vector<std::vector<LawReal>> laws;  // by count
    for (std::uint64_t count = 0; count <= 6; ++count) {
      laws.push_back(test::key_law(count, threshold, top, noise));
    }
    const std::vector<LawReal> orders = {1.0001L, 1.5L, 2, 4, 16};
    // D_alpha between the laws of one key, by counts and order: those of keys add up.
    std::vector<std::vector<std::vector<LawReal>>> apart(7, std::vector(7, orders));
    for (std::size_t a = 1; a <= 6; ++a) {
      for (std::size_t b = 1; b <= 6; ++b) {
        for (std::size_t k = 0; k < orders.size(); ++k) {
          apart[a][b][k] = renyi(laws[a], laws[b], orders[k]);
        }
      }
    }
    LawReal least_slack = 1;
    test::KnownLosses known;
    for (const Counts& x : all) {
      for (const Counts& y : all) {
        const LossWithDelta stated = known.map(
            release, distance(KeyedDistance{}, test::keyed_counts(x), test::keyed_counts(y)));
        LawReal none_told = 1;
        std::vector<LawReal> loss(orders.size());
        for (std::size_t key = 0; key < x.size(); ++key) {
          if (y[key] == 0) none_told *= laws[x[key]].front();
          if (x[key] == 0 || y[key] == 0) continue;
          for (std::size_t k = 0; k < orders.size(); ++k) loss[k] += apart[x[key]][y[key]][k];
        }
        ASSERT_LE(1 - none_told, stated.delta * (1 + 1e-15L) + 1e-18L)
            << testing::PrintToString(x) << " and " << testing::PrintToString(y);
        for (std::size_t k = 0; k < orders.size(); ++k) {
          // The sum of a law is 1 but for rounding, which is divided by as little as 0.0001.
          ASSERT_LE(loss[k], orders[k] * stated.loss * (1 + 1e-9L) + 1e-14L)
              << testing::PrintToString(x) << " and " << testing::PrintToString(y);
        }
        if (x == Counts{5, 5, 0} && y == Counts{6, 6, 0}) {
          least_slack = 1 - loss[2] / (2 * stated.loss);
        }
      }
    }
    // Told above the threshold only, so not all of the loss of noise is there.
    EXPECT_LT(least_slack, 0.5) << scale;
  }
}

TEST(GaussianThresholdPrivacy, has_the_loss_of_the_worst_spread) {
  const auto squares = [](const KeyedChange& d) { return 2 * gaussian_threshold_loss(d, 1.0); };
  EXPECT_EQ(squares(KeyedChange(3, 3, 3)), 9.0);   // one group by 3
  EXPECT_EQ(squares(KeyedChange(3, 3, 1)), 3.0);   // three by 1
  EXPECT_EQ(squares(KeyedChange(5, 8, 3)), 22.0);  // 3, 3, 2
  EXPECT_EQ(squares(KeyedChange()), 0.0);
  EXPECT_EQ(gaussian_threshold_loss(KeyedChange(1, 2, 2), 10.0), 0.02);  // as a double, above 1/50
  EXPECT_TRUE(std::isinf(gaussian_threshold_loss(KeyedChange(1, 1, 1), 0.0)));
  // By brute force over all ways to move three groups.
  for (const KeyedChange& d : {KeyedChange(3, 5, 4), KeyedChange(3, 7, 3), KeyedChange(2, 7, 4)}) {
    std::uint64_t worst = 0;
    for (const Counts& moves : test::datasets_of_size(Counts{0, 1, 2, 3, 4}, 3)) {
      const KeyedChange moved =
          distance(KeyedDistance{}, test::keyed_counts(moves), test::keyed_counts({}));
      if (!within(moved, d)) continue;
      std::uint64_t sum = 0;
      for (const std::uint64_t move : moves) sum += move * move;
      worst = std::max(worst, sum);
    }
    EXPECT_EQ(squares(d), static_cast<double>(worst)) << describe_distance(d);
  }
}

}  // namespace
}  // namespace scrim::gaussian_threshold_privacy_exact_test
