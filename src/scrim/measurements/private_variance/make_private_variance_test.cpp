#include "scrim/measurements/private_variance/make_private_variance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/gaussian_loss.hpp"
#include "scrim/measurements/laplace/laplace_loss.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "support/error_of.hpp"

namespace scrim::make_private_variance_test {
namespace {

using Rows = std::vector<std::int64_t>;
using Released = std::vector<std::int64_t>;
using Limits = std::numeric_limits<std::int64_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t most = VarianceSums::row_limit - 1;

template <class MO, class M = SymmetricDistance>
auto variance(MO measure, const VarianceOptions& options, M metric = {},
              VectorDomain<AtomDomain<std::int64_t>> domain = vector_domain<std::int64_t>()) {
  return make_private_variance(domain, metric, measure, options);
}

VarianceOptions exact(Bounds<std::int64_t> bounds, std::uint64_t divisor, int shift = 0) {
  return {
      .bounds = bounds, .divisor = divisor, .shift = shift, .sum_scale = 0.0, .squares_scale = 0.0};
}

TEST(MakePrivateVariance, is_exact_without_noise) {
  // Around 2: 4 + 0 + 1 + 9, less 4 * (8^2 / 2), as 10 is 8 away.
  EXPECT_EQ(variance(MaxDivergence{}, exact({0, 10}, 4)).invoke(Rows{0, 2, 1, 5}),
            (Released{8, 2, 14 - 4 * 32}));
  // In steps of 8, rounded down.
  EXPECT_EQ(variance(MaxDivergence{}, exact({0, 10}, 4, 3)).invoke(Rows{0, 2, 1, 5}),
            (Released{8, 2, -15}));
  EXPECT_EQ(variance(ZeroConcentratedDivergence{}, exact({-5, 5}, 2)).invoke(Rows{-5, 5, 6, -6}),
            (Released{0, 0, 50 - 2 * 12}));
  EXPECT_EQ(variance(MaxDivergence{}, exact({-5, 5}, 2)).invoke(Rows{}), (Released{0, 0, 0}));
  EXPECT_EQ(variance(MaxDivergence{}, exact({4, 4}, 2)).invoke(Rows{4, 4, 3}), (Released{8, 4, 0}));
  EXPECT_EQ(variance(MaxDivergence{}, exact({0, 10}, 4)).map(1), infinity);
  EXPECT_EQ(variance(MaxDivergence{}, exact({0, 10}, 4)).map(0), 0.0);
}

TEST(MakePrivateVariance, centers_at_the_nearest_integer_within_the_bounds) {
  const VarianceOptions options = exact({-7, 9}, 4);
  const std::vector<std::pair<std::int64_t, std::int64_t>> expected{{0, 0},
                                                                    {1, 0},
                                                                    {2, 1},
                                                                    {5, 1},
                                                                    {6, 2},
                                                                    {-1, 0},
                                                                    {-2, 0},
                                                                    {-3, -1},
                                                                    {-6, -1},
                                                                    {-7, -2},
                                                                    {-29, -7},
                                                                    {40, 9},
                                                                    {Limits::max(), 9},
                                                                    {Limits::min(), -7}};
  for (const auto& [sum, center] : expected)
    EXPECT_EQ(variance_center(options, sum), center) << sum;
  const VarianceOptions far = exact({-most, most}, ~std::uint64_t{0});
  EXPECT_EQ(variance_center(far, Limits::max()), 0);
  EXPECT_EQ(variance_center(far, Limits::min()), -1);  // a little more than half
}

TEST(MakePrivateVariance, adds_noise_that_grows_with_the_distance_of_the_farther_bound) {
  VarianceOptions options{
      .bounds = {-100, 100}, .divisor = 1, .shift = 0, .sum_scale = 1.0, .squares_scale = 1.5};
  const VarianceSums none(options.bounds);
  for (const std::int64_t center : {0, 1, -1, 50, -100, 100}) {
    const std::int64_t reach = 100 + std::abs(center);
    const CenteredSquares squares = centered_squares(options, none, center);
    EXPECT_EQ(squares.per_row, static_cast<std::uint64_t>((reach * reach + 1) / 2));
    EXPECT_EQ(squares.noise_scale, 1.5 * static_cast<double>(squares.per_row));
    EXPECT_EQ(square_offset(options, center), static_cast<std::uint64_t>(reach * reach / 2));
  }
  options.shift = 64;
  EXPECT_EQ(centered_squares(options, none, 0).per_row, 1U);  // rounded up, never to none
}

TEST(MakePrivateVariance, charges_both_releases) {
  const VarianceOptions options{
      .bounds = {-3, 5}, .divisor = 9, .shift = 2, .sum_scale = 7.0, .squares_scale = 11.0};
  const auto rows = vector_domain<std::int64_t>();
  const MaxDivergence pure;
  const ZeroConcentratedDivergence concentrated;
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U}) {
    const double d = d_in;
    EXPECT_EQ(variance(pure, options).map(d_in),
              add_up(laplace_loss(pure, 5 * d, 7.0), laplace_loss(pure, d, 11.0)));
    EXPECT_EQ(
        variance(concentrated, options, InsertDeleteDistance{}).map(d_in),
        add_up(gaussian_loss(concentrated, 5 * d, 7.0), gaussian_loss(concentrated, d, 11.0)));
    EXPECT_EQ(variance(pure, options, ChangeOneDistance{}, rows.with_size(9)).map(d_in),
              add_up(laplace_loss(pure, 8 * d, 7.0), laplace_loss(pure, 2 * d, 11.0)));
    const double pairs = d_in / 2;
    EXPECT_EQ(variance(pure, options, SymmetricDistance{}, rows.with_size(9)).map(d_in),
              add_up(laplace_loss(pure, 8 * pairs, 7.0), laplace_loss(pure, 2 * pairs, 11.0)));
  }
  // A row may be changed from one that is left out, which adds 0.
  const VarianceOptions above{
      .bounds = {4, 5}, .divisor = 9, .shift = 0, .sum_scale = 7.0, .squares_scale = 1e300};
  EXPECT_NEAR(variance(pure, above, HammingDistance{}, rows.with_size(9)).map(1), 5.0 / 7.0, 1e-12);
}

/// Frequencies of both noises at one center, whatever the first one was.
template <class MO>
void expect_noise(MO measure, double variance_of_sum, double variance_of_squares) {
  const VarianceOptions options{
      .bounds = {-4, 4}, .divisor = 1'000'000, .shift = 0, .sum_scale = 5.0, .squares_scale = 2.5};
  const auto measurement = variance(measure, options);
  const Rows rows{1, 2, -4};  // around 0: 21 - 3 * 8
  constexpr int releases = 20'000;
  double sums = 0.0;
  double squares = 0.0;
  double both = 0.0;
  for (int i = 0; i < releases; ++i) {
    const Released released = measurement.invoke(rows);
    ASSERT_EQ(released[1], 0);
    const auto of_sum = static_cast<double>(released[0] + 1);
    const auto of_squares = static_cast<double>(released[2] + 3);
    sums += of_sum * of_sum;
    squares += of_squares * of_squares;
    both += of_sum * of_squares;
  }
  EXPECT_NEAR(sums / releases / variance_of_sum, 1.0, 0.12);
  EXPECT_NEAR(squares / releases / variance_of_squares, 1.0, 0.12);
  EXPECT_NEAR(both / releases / std::sqrt(variance_of_sum * variance_of_squares), 0.0, 0.06);
}

TEST(MakePrivateVariance, draws_both_noises_anew) {
  // A row moves squares around 0 by 8 at most: scales 5 and 20.
  expect_noise(MaxDivergence{}, 2.0 * 25.0, 2.0 * 400.0);
  expect_noise(ZeroConcentratedDivergence{}, 25.0, 400.0);
}

TEST(MakePrivateVariance, centers_the_squares_at_the_noisy_sum) {
  const VarianceOptions options{
      .bounds = {-50, 50}, .divisor = 2, .shift = 0, .sum_scale = 20.0, .squares_scale = 0.0};
  const auto measurement = variance(MaxDivergence{}, options);
  std::map<std::int64_t, int> centers;
  for (int i = 0; i < 300; ++i) {
    const Released released = measurement.invoke(Rows{-7, 12});
    const std::int64_t c = released[1];
    EXPECT_EQ(c, variance_center(options, released[0]));
    EXPECT_EQ(released[2], (-7 - c) * (-7 - c) + (12 - c) * (12 - c) -
                               2 * static_cast<std::int64_t>(square_offset(options, c)));
    ++centers[c];
  }
  EXPECT_GT(centers.size(), 10U);
}

TEST(MakePrivateVariance, saturates_what_does_not_fit) {
  const auto squares = [](int shift) {
    VarianceSums sums({-most, most});
    sums.update(Rows(4, most));
    return centered_squares(exact({-most, most}, 1, shift), sums, -most).steps;
  };
  EXPECT_EQ(squares(0), Limits::max());
  EXPECT_EQ(squares(2), 2 * (most * most));
}

TEST(ThenPrivateVariance, finds_a_variance) {
  std::vector<double> rows;
  for (int i = 0; i < 20'000; ++i) rows.push_back(static_cast<double>(i % 200) / 10.0);  // to 19.9
  const VarianceOptions options{.bounds = {-51'200, 51'200},
                                .divisor = 20'000,
                                .shift = 10,
                                .sum_scale = 1e6,
                                .squares_scale = 0.05};  // a tolerance is 20 scales and more
  const auto chain = Space{vector_domain<double>(), SymmetricDistance{}} >>
                     then_quantise(-10, {-51'200, 51'200}) >>
                     then_private_variance(MaxDivergence{}, options);
  const Released released = chain.invoke(rows);
  const double mean = static_cast<double>(released[0]) / 20'000.0;
  const auto center = static_cast<double>(released[1]);
  const double around = std::ldexp(static_cast<double>(released[2]), 10) / 20'000.0 +
                        static_cast<double>(square_offset(options, released[1]));
  const double found = std::ldexp(around - (mean - center) * (mean - center), -20);
  EXPECT_NEAR(found, (200.0 * 200.0 - 1.0) / 1200.0, 1.0);
  EXPECT_NEAR(std::ldexp(center, -10), 9.95, 1.0);
}

TEST(ThenPrivateVariance, merges_and_is_known_by_its_bounds) {
  const auto measurement = variance(MaxDivergence{}, exact({-5, 9}, 4));
  auto run = measurement.start({.index = 0, .count = 2});
  run.update(Rows{0, 2});
  auto other = measurement.start({.index = 1, .count = 2});
  other.update(Rows{1, 5});
  auto merged = measurement.load(std::move(run).save());
  merged.merge(std::move(other));
  EXPECT_EQ(std::move(merged).finish(), measurement.invoke(Rows{0, 2, 1, 5}));
  const auto saved = measurement.start().save();
  EXPECT_THROW((void)variance(MaxDivergence{}, exact({-5, 8}, 4)).load(saved), Error);
}

TEST(MakePrivateVariance, refuses_what_the_proof_does_not_cover) {
  const auto refused = [](auto measure, const VarianceOptions& options, const auto&... parts) {
    SCRIM_EXPECT_ERROR(variance(measure, options), ErrorKind::invalid_argument,
                       "make_private_variance", parts...);
  };
  const VarianceOptions good{
      .bounds = {-5, 5}, .divisor = 1, .shift = 0, .sum_scale = 1.0, .squares_scale = 1.0};
  const auto with = [&](auto member, auto value) {
    VarianceOptions options = good;
    options.*member = value;
    return options;
  };
  using Options = VarianceOptions;
  refused(MaxDivergence{}, with(&Options::bounds, Bounds<std::int64_t>{1, 0}), "lower");
  refused(MaxDivergence{}, with(&Options::bounds, Bounds<std::int64_t>{0, most + 1}), "2^31");
  refused(MaxDivergence{}, with(&Options::bounds, Bounds<std::int64_t>{-most - 1, 0}), "2^31");
  refused(MaxDivergence{}, with(&Options::bounds, Bounds<std::int64_t>{Limits::min(), 0}), "2^31");
  refused(MaxDivergence{}, with(&Options::divisor, std::uint64_t{0}), "divisor is 0");
  refused(MaxDivergence{}, with(&Options::shift, -1), "shift is -1");
  refused(MaxDivergence{}, with(&Options::shift, 65), "shift is 65");
  for (const double scale : {-0.0, -1.0, infinity, nan}) {
    refused(MaxDivergence{}, with(&Options::sum_scale, scale), "sum: scale is");
    refused(ZeroConcentratedDivergence{}, with(&Options::squares_scale, scale),
            "squares: scale is");
  }
  refused(MaxDivergence{}, with(&Options::squares_scale, 1e308), "noise on the squares");
  refused(ZeroConcentratedDivergence{}, with(&Options::sum_scale, 0x1p53), "sum", "drowns");
  refused(ZeroConcentratedDivergence{}, with(&Options::squares_scale, 0x1p47), "drowns");
}

}  // namespace
}  // namespace scrim::make_private_variance_test
