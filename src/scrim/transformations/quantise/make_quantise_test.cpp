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
  for (const int exponent : {-1022, -3, 0, 5, 1000}) {
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
  EXPECT_EQ(quantise(0, -most, most).invoke(std::vector{0x1p61 + 512, -0x1p62, 0x1p62}),
            (Steps{(std::int64_t{1} << 61) + 512, -most, most}));
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
  SCRIM_EXPECT_ERROR(quantise(1023, 0, 1), ErrorKind::invalid_argument, "make_quantise", "1023",
                     "-1022 to 1022");
  SCRIM_EXPECT_ERROR(quantise(-1023, 0, 1), ErrorKind::invalid_argument, "-1023");
  SCRIM_EXPECT_ERROR(quantise(0, 2, 1), ErrorKind::invalid_argument, "lower bound 2 is above");
  SCRIM_EXPECT_ERROR(quantise(0, 0, most + 1), ErrorKind::invalid_argument, "2^62");
  SCRIM_EXPECT_ERROR(quantise(0, -most - 1, 0), ErrorKind::invalid_argument, "2^62");
  EXPECT_NO_THROW((void)quantise(-1022, -most, most));
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
}

}  // namespace
}  // namespace scrim::make_quantise_test
