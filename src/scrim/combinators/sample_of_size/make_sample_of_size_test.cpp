#include "scrim/combinators/sample_of_size/make_sample_of_size.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/error_of.hpp"

namespace scrim::make_sample_of_size_test {
namespace {

/// So little noise that none is ever drawn.
constexpr double no_noise = 0x1p-20;

auto noisy_sum(std::size_t size, double scale) {
  const auto domain =
      vector_domain(atom_domain<std::int64_t>().with_bounds({0, 1})).with_size(size);
  return Space{domain, ChangeOneDistance{}} >> then_sum() >>
         then_laplace(MaxDivergence{}, {.scale = scale});
}

TEST(MakeSampleOfSize, costs_what_one_row_of_a_sample_does_and_then_goes_by_steps) {
  const auto sum = noisy_sum(3, 7.0 / 5.0);
  const auto sampled = make_sample_of_size(sum, 10);
  const double one = amplified_loss(sum.map(1), Fraction{3, 10});
  EXPECT_EQ(sampled.map(0), 0.0);
  EXPECT_EQ(sampled.map(1), one);
  EXPECT_EQ(sampled.map(2), loss_of_steps(one, 2));
  EXPECT_EQ(sampled.input_domain(), noisy_sum(10, 1.0).input_domain());
}

TEST(MakeSampleOfSize, of_a_profile_says_the_same_of_both_directions) {
  const auto domain = vector_domain(atom_domain<std::int64_t>().with_bounds({0, 1})).with_size(3);
  const auto sum = Space{domain, ChangeOneDistance{}} >> then_sum() >>
                   then_laplace(ProfileDivergence{}, {.scale = 1.4});
  const auto sampled = make_sample_of_size(sum, 10);
  const PrivacyProfile one = PrivacyProfile::of_laplace(1.4, 1);
  EXPECT_EQ(sampled.map(1), one.sampled_of_size(Fraction{3, 10}));
  EXPECT_EQ(sampled.map(2), one.sampled_of_size(Fraction{3, 10}).in_steps(2));
  EXPECT_EQ(sampled.map(1).either_way(), sampled.map(1));
}

TEST(MakeSampleOfSize, knows_its_ends) {
  EXPECT_EQ(make_sample_of_size(noisy_sum(3, 0.5), 3).map(2), noisy_sum(3, 0.5).map(2));
  EXPECT_EQ(make_sample_of_size(noisy_sum(0, 0.5), 3).map(2), 0.0);
  EXPECT_EQ(make_sample_of_size(noisy_sum(0, 0.5), 0).map(2), 0.0);
  SCRIM_EXPECT_ERROR((void)make_sample_of_size(noisy_sum(4, 1.0), 3), ErrorKind::invalid_argument,
                     "takes 4 rows, of which there are 3");
}

TEST(MakeSampleOfSize, takes_just_so_many_rows) {
  constexpr std::size_t rows = 5000;
  for (const std::size_t taken : {0U, 1U, 17U, 4999U, 5000U}) {
    const auto sampled = make_sample_of_size(noisy_sum(taken, no_noise), rows);
    const std::vector<std::int64_t> ones(rows, 1);
    EXPECT_EQ(sampled.invoke(ones), static_cast<std::int64_t>(taken));
    EXPECT_EQ(sampled.invoke(ones, {.threads = 2}), static_cast<std::int64_t>(taken));
    auto run = sampled.start();
    for (std::size_t row = 0; row < rows; row += 100) {
      run.update(std::span<const std::int64_t>(ones).subspan(row, 100));
    }
    EXPECT_EQ(std::move(run).finish(), static_cast<std::int64_t>(taken));
  }
}

TEST(MakeSampleOfSize, takes_no_more_where_threads_are_asked_for) {
  const std::vector<std::int64_t> ones(200'000, 1);  // enough for two threads
  const auto sampled = make_sample_of_size(noisy_sum(100'000, no_noise), ones.size());
  for (int trial = 0; trial < 3; ++trial) {
    EXPECT_EQ(sampled.invoke(ones, {.threads = 2}), 100'000);
  }
}

TEST(MakeSampleOfSize, draws_afresh_for_each_release_and_each_part) {
  std::vector<std::int64_t> rows(10'000, 0);
  for (std::size_t i = 0; i < rows.size(); i += 2) rows[i] = 1;
  const auto sampled = make_sample_of_size(noisy_sum(5000, no_noise), rows.size());
  const auto three = make_composition(std::vector(3, sampled));
  int agreed = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const auto sums = three.invoke(rows);
    EXPECT_NEAR(static_cast<double>(sums[0]), 2500.0, 8 * 25.0);
    agreed += sums[0] == sums[1] && sums[1] == sums[2] ? 1 : 0;
  }
  EXPECT_LE(agreed, 2);
}

TEST(MakeSampleOfSize, refuses_other_numbers_of_rows_than_there_are) {
  const auto sampled = make_sample_of_size(noisy_sum(2, 1.0), 3);
  for (const std::size_t rows : {0U, 2U, 4U}) {
    SCRIM_EXPECT_ERROR((void)sampled.invoke(std::vector<std::int64_t>(rows, 1)),
                       ErrorKind::wrong_size, "");
  }
}

TEST(MakeSampleOfSize, is_neither_merged_nor_saved) {
  const auto sampled = make_sample_of_size(noisy_sum(2, 1.0), 3);
  auto first = sampled.start({.index = 0, .count = 2});
  SCRIM_EXPECT_ERROR(first.merge(sampled.start({.index = 1, .count = 2})), ErrorKind::misuse,
                     "fixed size");
  SCRIM_EXPECT_ERROR((void)sampled.start().save(), ErrorKind::misuse, "draws a sample");
}

// --- why not under HammingDistance: in exact arithmetic, with 3 for exp(epsilon)

/// Of two answers in their order, each told truly with probability 3/4.
Rational probability(const std::vector<int>& told, const std::vector<int>& truth) {
  Rational product = 1;
  for (std::size_t i = 0; i < told.size(); ++i) {
    product *= told[i] == truth[i] ? Rational(3, 4) : Rational(1, 4);
  }
  return product;
}

/// That of two of three rows that are taken in their order.
Rational of_sample(const std::vector<int>& told, const std::vector<int>& x) {
  return (probability(told, {x[0], x[1]}) + probability(told, {x[0], x[2]}) +
          probability(told, {x[1], x[2]})) /
         3;
}

TEST(SampleOfSizeUnderHammingDistance, loses_more_than_the_price_for_one_changed_row) {
  const Rational price = 1 + Rational(2, 3) * (3 - 1);
  Rational worst = 0;
  for (int bits = 0; bits < 8; ++bits) {
    const std::vector<int> x{bits & 1, bits >> 1 & 1, bits >> 2 & 1};
    for (std::size_t changed = 0; changed < 3; ++changed) {
      auto y = x;
      y[changed] = 1 - y[changed];
      for (const auto& told : std::vector<std::vector<int>>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
        worst = std::max(worst, Rational(of_sample(told, x) / of_sample(told, y)));
      }
    }
  }
  EXPECT_GT(worst, price);
}

}  // namespace
}  // namespace scrim::make_sample_of_size_test
