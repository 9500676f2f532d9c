// The statistic with which fits are judged: it must call chance chance, and see what is wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "support/goodness_of_fit.hpp"

namespace scrim::test::fit_statistic_test {
namespace {

/// Counts of `draws` outcomes of a law, by binomials one after the other.
std::vector<std::uint64_t> sample_counts(const std::vector<double>& law, std::int64_t draws,
                                         std::mt19937_64& engine) {
  std::vector<std::uint64_t> counts;
  double rest = 1.0;
  for (const double p : law) {
    const double share = std::min(p / rest, 1.0);
    std::binomial_distribution<std::int64_t> binomial(draws, share);
    const std::int64_t count = share == 1.0 ? draws : binomial(engine);
    counts.push_back(static_cast<std::uint64_t>(count));
    draws -= count;
    rest -= p;
  }
  return counts;
}

const std::vector<double> laws[] = {
    {0.5, 0.5}, {0.1, 0.2, 0.3, 0.4}, {0.05, 0.15, 0.1, 0.1, 0.2, 0.1, 0.05, 0.05, 0.1, 0.1}};

// Quantiles of the chi-square law, from tables: what the deviate must be at them.
TEST(ChiSquareDeviate, agrees_with_tables_of_the_chi_square_law) {
  struct Entry {
    std::size_t cells;
    double statistic;
    double deviate;
  };
  for (const Entry& e : {Entry{2, 3.841, 1.645}, Entry{2, 10.828, 3.090}, Entry{5, 9.488, 1.645},
                         Entry{5, 18.467, 3.090}, Entry{11, 18.307, 1.645},
                         Entry{11, 29.588, 3.090}, Entry{31, 43.773, 1.645}}) {
    // One cell is off by d and another by -d: the statistic is 2 d^2 / expected.
    const double expected = 1e12;
    const double d = std::sqrt(e.statistic * expected / 2);
    std::vector<std::uint64_t> counts(e.cells, static_cast<std::uint64_t>(expected));
    counts.front() += static_cast<std::uint64_t>(d);
    counts.back() -= static_cast<std::uint64_t>(d);
    const std::vector<double> law(e.cells, 1.0 / static_cast<double>(e.cells));
    EXPECT_NEAR(chi_square_deviate(counts, law), e.deviate, 0.1) << e.cells;
  }
}

TEST(ChiSquareDeviate, takes_chance_for_chance) {
  std::mt19937_64 engine(91);
  for (const auto& law : laws) {
    double sum = 0.0;
    double squares = 0.0;
    constexpr int rounds = 4000;
    for (int i = 0; i < rounds; ++i) {
      const double deviate = chi_square_deviate(sample_counts(law, 100'000, engine), law);
      ASSERT_LT(deviate, largest_deviate);
      sum += deviate;
      squares += deviate * deviate;
    }
    EXPECT_NEAR(sum / rounds, 0.0, 0.1);
    EXPECT_NEAR(std::sqrt(squares / rounds), 1.0, 0.1);
  }
}

// As many draws as the lanes have, and the errors that they plant.
TEST(ChiSquareDeviate, rejects_planted_errors_every_time) {
  struct Plan {
    std::int64_t draws;
    double error;
  };
  std::mt19937_64 engine(92);
  for (const Plan& plan : {Plan{600'000, 0.05}, Plan{20'000'000, 0.01}}) {
    for (const auto& law : {laws[1], laws[2]}) {
      for (int i = 0; i < 500; ++i) {
        const auto counts = sample_counts(law, plan.draws, engine);
        ASSERT_GT(chi_square_deviate(counts, planted_law(law, plan.error)), largest_deviate);
        ASSERT_GT(chi_square_deviate(counts, planted_law(law, -plan.error)), largest_deviate);
      }
    }
  }
}

TEST(ChiSquareDeviate, sees_what_should_never_happen) {
  const std::vector<double> law{1.0 - 1e-9, 1e-9};
  EXPECT_EQ(chi_square_deviate(std::vector<std::uint64_t>{100'000, 61}, law), INFINITY);
}

TEST(ChiSquareDeviate, refuses_what_is_no_law_on_the_cells) {
  const std::vector<std::uint64_t> counts{500, 500};
  EXPECT_THROW((void)chi_square_deviate(counts, std::vector{1.0}), std::invalid_argument);
  EXPECT_THROW((void)chi_square_deviate(counts, std::vector{0.5, 0.51}), std::invalid_argument);
}

TEST(PlantedLaw, is_a_law_that_differs_by_the_error_in_one_cell) {
  const std::vector<double> planted = planted_law({0.05, 0.25, 0.12, 0.58}, 0.05);
  EXPECT_DOUBLE_EQ(planted[2], 0.126);
  EXPECT_DOUBLE_EQ(planted[1] / planted[3], 0.25 / 0.58);
  EXPECT_DOUBLE_EQ(planted[0] + planted[1] + planted[2] + planted[3], 1.0);
}

}  // namespace
}  // namespace scrim::test::fit_statistic_test
