#include "scrim/transformations/quantise/make_quantise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/quantise/from_grid.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_quantise_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double largest = std::numeric_limits<double>::max();
constexpr std::int64_t most = kernels::Steps::limit - 1;

using Steps = std::vector<std::int64_t>;

auto quantise(int exponent, std::int64_t lower, std::int64_t upper) {
  return make_quantise(vector_domain<double>(), SymmetricDistance{}, exponent,
                       Bounds{lower, upper});
}

TEST(MakeQuantise, counts_the_nearest_number_of_steps) {
  EXPECT_EQ(quantise(0, -9, 9).invoke(std::vector{-1.5, -0.5, 0.49, 0.5, 1.0, 1.5, 2.5}),
            (Steps{-2, 0, 0, 0, 1, 2, 2}));
  EXPECT_EQ(quantise(-2, -100, 100).invoke(std::vector{0.1, 0.125, 0.375, -0.25, 3.0}),
            (Steps{0, 0, 2, -1, 12}));
  EXPECT_EQ(quantise(3, -100, 100).invoke(std::vector{3.0, 4.0, 12.0, -800.0}),
            (Steps{0, 0, 2, -100}));
}

TEST(MakeQuantise, moves_steps_into_the_bounds) {
  for (const int exponent : {-2044, -1023, -3, 0, 5, 1000}) {
    const auto rows = quantise(exponent, -3, 5);
    EXPECT_EQ(rows.invoke(std::vector{-infinity, -largest, largest, infinity, nan, -nan}),
              (Steps{-3, -3, 5, 5, 0, 0}));
    EXPECT_EQ(rows.invoke(std::vector{-0.0, 0.0}), (Steps{0, 0}));
  }
  EXPECT_EQ(quantise(0, 2, 7).invoke(std::vector{0.0, nan, -infinity}), (Steps{2, 2, 2}));
}

TEST(MakeQuantise, takes_grids_from_the_finest_to_the_coarsest) {
  EXPECT_EQ(quantise(-1022, -most, most).invoke(std::vector{tiny, 0x1p-1022, 0x1p-960, 1.0}),
            (Steps{0, 1, most, most}));
  EXPECT_EQ(quantise(1022, -most, most).invoke(std::vector{largest, 0x1p1022, -0x1.8p1022, tiny}),
            (Steps{4, 1, -2, 0}));
  // Beyond, a step is no double.
  EXPECT_EQ(quantise(-1075, -most, most).invoke(std::vector{tiny, -3 * tiny, 0x1p-1022, 1.0}),
            (Steps{2, -6, std::int64_t{1} << 53, most}));
  EXPECT_EQ(quantise(-1100, -most, most).invoke(std::vector{tiny}), (Steps{1 << 26}));
  EXPECT_EQ(quantise(-2044, -most, most).invoke(std::vector{0.0, tiny, -1e-300}),
            (Steps{0, most, -most}));
  EXPECT_EQ(quantise(1024, -9, 9).invoke(std::vector{0x1p1023, 0x1.8p1023, -largest}),
            (Steps{0, 1, -1}));
  EXPECT_EQ(quantise(2044, -9, 9).invoke(std::vector{largest, infinity}), (Steps{0, 9}));
  EXPECT_EQ(quantise(0, -most, most).invoke(std::vector{0x1p61 + 512, -0x1p62, 0x1p62}),
            (Steps{(std::int64_t{1} << 61) + 512, -most, most}));
}

TEST(MakeQuantise, counts_steps_from_a_center) {
  const auto around = [](double center, int exponent, std::int64_t lower, std::int64_t upper) {
    return make_quantise(vector_domain<double>(), SymmetricDistance{}, exponent,
                         Bounds{lower, upper}, {.center = center});
  };
  EXPECT_EQ(around(50.0, -2, -200, 200)
                .invoke(std::vector{50.0, 50.125, 50.375, 0.0, -1.0, 100.5, nan, -infinity}),
            (Steps{0, 0, 2, -200, -200, 200, 0, -200}));
  // Far from 0 a grid around the center has few steps, and x - center is exact.
  EXPECT_EQ(around(0x1p50, -2, -9, 9).invoke(std::vector{0x1p50 + 1.25, 0x1p50 - 7}),
            (Steps{5, -9}));
  // Rounded once, to a double: 1 - 2^-60 is 1.
  EXPECT_EQ(around(0x1p-60, 0, 0, 1).invoke(std::vector{1.0, 0.5}), (Steps{1, 0}));
  EXPECT_EQ(around(1.0 / 3.0, -60, -most, most).invoke(std::vector{1.0 / 3.0, 0.0}),
            (Steps{0, -384307168202282304}));
  EXPECT_EQ(around(-largest, 1000, -most, most).invoke(std::vector{-largest, largest}),
            (Steps{0, most}));
}

TEST(MakeQuantise, puts_what_was_said_for_a_nan) {
  const auto with = [](std::int64_t of_nan) {
    return make_quantise(vector_domain(atom_domain_with_nan<double>()), SymmetricDistance{}, 0,
                         Bounds<std::int64_t>{-3, 5}, {.center = 1.0, .nan = of_nan});
  };
  const std::vector rows{nan, -infinity, infinity, -nan, 1.0};
  EXPECT_EQ(with(-4).invoke(rows), (Steps{-4, -3, 5, -4, 0}));
  EXPECT_EQ(with(-4).output_domain().element, atom_domain(Bounds<std::int64_t>{-4, 5}));
  EXPECT_EQ(with(most).invoke(rows), (Steps{most, -3, 5, most, 0}));
  EXPECT_EQ(with(most).output_domain().element, atom_domain(Bounds<std::int64_t>{-3, most}));
  EXPECT_EQ(with(2).invoke(rows), (Steps{2, -3, 5, 2, 0}));
  EXPECT_EQ(with(2).output_domain().element, atom_domain(Bounds<std::int64_t>{-3, 5}));
  // A sum behind it is charged for what a NaN becomes.
  EXPECT_EQ((with(-40) >> then_sum()).map(1), 40U);
}

TEST(MakeQuantise, states_its_output_domain) {
  const auto rows = make_quantise(vector_domain<double>().with_size(7), HammingDistance{}, -3,
                                  Bounds<std::int64_t>{-3, 5});
  EXPECT_EQ(rows.output_domain(), vector_domain(Bounds<std::int64_t>{-3, 5}, 7));
  EXPECT_EQ(rows.output_metric(), HammingDistance{});
  EXPECT_EQ(rows.map(5), 5U);
}

TEST(MakeQuantise, takes_rows_that_may_be_nan) {
  const auto rows = make_quantise(vector_domain(atom_domain_with_nan<double>()),
                                  SymmetricDistance{}, 0, Bounds<std::int64_t>{0, 1});
  test::expect_stable(rows, test::datasets_up_to(std::vector{nan, -nan, -0.0, 0.0, 0.5, 7.0}, 3),
                      3);
}

TEST(MakeQuantise, refuses_grids_that_are_none) {
  SCRIM_EXPECT_ERROR(quantise(2045, 0, 1), ErrorKind::invalid_argument, "make_quantise", "2045",
                     "-2044 to 2044");
  SCRIM_EXPECT_ERROR(quantise(-2045, 0, 1), ErrorKind::invalid_argument, "-2045");
  SCRIM_EXPECT_ERROR(quantise(0, 2, 1), ErrorKind::invalid_argument, "lower bound 2 is above");
  SCRIM_EXPECT_ERROR(quantise(0, 0, most + 1), ErrorKind::invalid_argument, "2^62");
  SCRIM_EXPECT_ERROR(quantise(0, -most - 1, 0), ErrorKind::invalid_argument, "2^62");
  EXPECT_NO_THROW((void)quantise(-2044, -most, most));
  const auto with = [](const QuantiseOptions& options) {
    return make_quantise(vector_domain<double>(), SymmetricDistance{}, 0,
                         Bounds<std::int64_t>{0, 1}, options);
  };
  SCRIM_EXPECT_ERROR(with({.center = nan}), ErrorKind::invalid_argument, "make_quantise", "center");
  SCRIM_EXPECT_ERROR(with({.center = -infinity}), ErrorKind::invalid_argument, "center", "finite");
  SCRIM_EXPECT_ERROR(with({.nan = most + 1}), ErrorKind::invalid_argument, "make_quantise", "NaN",
                     "2^62");
  SCRIM_EXPECT_ERROR(with({.nan = -most - 1}), ErrorKind::invalid_argument, "2^62");
}

TEST(ThenQuantise, makes_exact_sums_of_doubles) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const auto sum = space >> then_quantise(-10, {0, 100 << 10}) >> then_sum();
  EXPECT_EQ(sum.map(1), std::uint64_t{100 << 10});
  const std::vector rows{-5.0, 0.1, 99.9, 1e6, nan};
  EXPECT_EQ(sum.invoke(rows), 102 + 102298 + 102400);
  EXPECT_NEAR(from_grid(sum.invoke(rows), -10), 200.0, 1.0 / 1024);
  // Doubles added up in another order round otherwise; steps do not.
  const auto fine = space >> then_quantise(-40, {-most >> 10, most >> 10}) >> then_sum();
  EXPECT_EQ(fine.invoke(std::vector{1e3, 0x1p-40, -1e3}), 1);
  EXPECT_EQ(fine.invoke(std::vector{0x1p-40, 1e3, -1e3}), 1);
}

// Rounding up, or taking subnormal numbers for zeros, would give other steps.
TEST(ThenQuantise, does_not_depend_on_settings_of_the_processor) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const std::vector rows{tiny, -tiny, 0.3, -0.3, 0.5, 2.5, 0x1p-1030, -7.7, 1e300};
  for (const int exponent : {-1022, 0, 3}) {
    for (const std::int64_t upper : {std::int64_t{100}, most}) {
      const auto sum = space >> then_quantise(exponent, {-7, upper}) >> then_sum();
      const std::int64_t expected = sum.invoke(rows);
      for (const auto& setting : test::arithmetic_settings()) {
        const test::ForcedArithmetic forced(setting);
        EXPECT_EQ(sum.invoke(rows), expected) << setting.name << ", " << exponent;
      }
    }
  }
}

TEST(ThenQuantise, is_known_by_its_grid) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const auto sum = [&](int exponent, std::int64_t lower, std::int64_t upper) {
    return space >> then_quantise(exponent, {lower, upper}) >> then_sum();
  };
  auto run = sum(-3, 0, 5).start();
  run.update(std::vector{0.25});
  const auto saved = std::move(run).save();
  EXPECT_EQ(sum(-3, 0, 5).load(saved).finish(), 2);
  EXPECT_THROW((void)sum(-2, 0, 5).load(saved), Error);
  EXPECT_THROW((void)sum(-3, -1, 5).load(saved), Error);
  EXPECT_THROW((void)sum(-3, 0, 6).load(saved), Error);
  const auto with = [&](const QuantiseOptions& options) {
    return space >> then_quantise(-3, {0, 5}, options) >> then_sum();
  };
  EXPECT_EQ(with({.center = -0.0, .nan = 0}).load(saved).finish(), 2);
  EXPECT_THROW((void)with({.center = 1.0}).load(saved), Error);
  EXPECT_THROW((void)with({.nan = 1}).load(saved), Error);
}

}  // namespace
}  // namespace scrim::make_quantise_test
