#include "scrim/transformations/quantise_square/make_quantise_square.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_quantise_square_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr std::int64_t most = kernels::Steps::limit - 1;

using Steps = std::vector<std::int64_t>;

auto squares(double center, int exponent, std::int64_t upper) {
  return make_quantise_square(vector_domain<double>(), SymmetricDistance{},
                              {.center = center, .exponent = exponent, .upper = upper});
}

TEST(MakeQuantiseSquare, counts_steps_of_squares) {
  EXPECT_EQ(squares(0.0, 0, 100).invoke(std::vector{-3.0, 0.5, 1.5, 2.0, 10.0, 11.0}),
            (Steps{9, 0, 2, 4, 100, 100}));
  EXPECT_EQ(squares(50.0, 0, 2500).invoke(std::vector{0.0, 50.0, 53.0, 100.0, 200.0}),
            (Steps{2500, 0, 9, 2500, 2500}));
  EXPECT_EQ(squares(1.0, -4, 100).invoke(std::vector{1.25, 0.5, 3.0}), (Steps{1, 4, 64}));
  EXPECT_EQ(squares(1.0, -3, 100).invoke(std::vector{1.25, 0.5, 3.0}), (Steps{0, 2, 32}));
  EXPECT_EQ(squares(1.0, 3, 100).invoke(std::vector{1.25, 9.0, -31.0}), (Steps{0, 8, 100}));
}

TEST(MakeQuantiseSquare, takes_an_offset_off_all_but_a_nan) {
  const auto rows =
      make_quantise_square(vector_domain(atom_domain_with_nan<double>()), SymmetricDistance{},
                           {.center = 1.0, .exponent = 0, .upper = 9, .offset = 4});
  EXPECT_EQ(rows.invoke(std::vector{1.0, 3.0, -2.0, 100.0, nan, -infinity}),
            (Steps{-4, 0, 5, 5, 0, 5}));
  EXPECT_EQ(rows.output_domain().element, atom_domain(Bounds<std::int64_t>{-4, 5}));
  EXPECT_EQ((rows >> then_sum()).map(1), 5U);
  const auto wide =
      make_quantise_square(vector_domain<double>(), SymmetricDistance{},
                           {.center = 0.0, .exponent = 0, .upper = most, .offset = most});
  EXPECT_EQ(wide.invoke(std::vector{0.0, 3.0, infinity, nan}), (Steps{-most, 9 - most, 0, 0}));
}

TEST(MakeQuantiseSquare, moves_rows_between_bounds_first) {
  const auto rows = make_quantise_square(
      vector_domain(atom_domain_with_nan<double>()), SymmetricDistance{},
      {.center = 1.0, .exponent = 0, .upper = 16, .offset = 8, .rows = {-2.0, 5.0}});
  EXPECT_EQ(rows.invoke(std::vector{1.0, -2.0, -3.0, -infinity, 5.0, 6.0, infinity, nan}),
            (Steps{-8, 1, 1, 1, 8, 8, 8, 0}));
  const auto at_a_point =
      make_quantise_square(vector_domain<double>(), SymmetricDistance{},
                           {.center = 1.0, .exponent = 0, .upper = 16, .rows = {3.0, 3.0}});
  EXPECT_EQ(at_a_point.invoke(std::vector{-1e300, 3.0, 7.0}), (Steps{4, 4, 4}));
}

TEST(MakeQuantiseSquare, is_total) {
  for (const int exponent : {-3066, -2045, -2044, -1, 0, 1, 700}) {
    EXPECT_EQ(squares(0.1, exponent, 5)
                  .invoke(std::vector{nan, -nan, infinity, -infinity, largest, -largest}),
              (Steps{0, 0, 5, 5, 5, 5}));
    EXPECT_EQ(squares(0.0, exponent, 5).invoke(std::vector{-0.0, 0.0}), (Steps{0, 0}));
  }
}

TEST(MakeQuantiseSquare, takes_grids_from_the_finest_to_the_coarsest) {
  EXPECT_EQ(squares(0.0, 2044, most).invoke(std::vector{0x1p1022, -0x1p1023, largest, 1.0}),
            (Steps{1, 4, 16, 0}));
  EXPECT_EQ(squares(0.0, -2044, most).invoke(std::vector{0x1p-1022, 0x1p-1021, 0x1p-1074, 1.0}),
            (Steps{1, 4, 0, most}));
  EXPECT_EQ(squares(0.0, 2043, most).invoke(std::vector{0x1p1022, 0x1.8p1022}), (Steps{2, 4}));
  EXPECT_EQ(squares(0.0, -2043, most).invoke(std::vector{0x1p-1021, 0x1.8p-1021}), (Steps{2, 4}));
  EXPECT_EQ(squares(0.0, 2045, most).invoke(std::vector{0x1p1022, 0x1p1023, largest}),
            (Steps{0, 2, 8}));
  EXPECT_EQ(squares(0.0, -2150, most).invoke(std::vector{0x1p-1074, 0x1.8p-1073, 0x1p-1000}),
            (Steps{4, 36, most}));
  EXPECT_EQ(squares(0.0, 3066, most).invoke(std::vector{largest, infinity}), (Steps{0, most}));
  EXPECT_EQ(squares(0.0, -3066, most).invoke(std::vector{0.0, 0x1p-1074}), (Steps{0, most}));
  // The difference overflows, as the square would all the more.
  EXPECT_EQ(squares(-largest, 2044, 1000).invoke(std::vector{largest}), (Steps{1000}));
}

TEST(MakeQuantiseSquare, states_its_output_domain) {
  const auto rows = make_quantise_square(vector_domain<double>().with_size(7), HammingDistance{},
                                         {.center = 0.5, .exponent = 1, .upper = 9});
  EXPECT_EQ(rows.output_domain(), vector_domain(Bounds<std::int64_t>{0, 9}, 7));
  EXPECT_EQ(rows.map(5), 5U);
}

TEST(MakeQuantiseSquare, takes_rows_that_may_be_nan) {
  const auto rows =
      make_quantise_square(vector_domain(atom_domain_with_nan<double>()), SymmetricDistance{},
                           {.center = 0.5, .exponent = 0, .upper = 9});
  test::expect_stable(rows, test::datasets_up_to(std::vector{nan, -nan, -0.0, 0.0, 2.5, 7.0}, 3),
                      3);
}

TEST(MakeQuantiseSquare, refuses_grids_that_are_none) {
  SCRIM_EXPECT_ERROR(squares(nan, 0, 1), ErrorKind::invalid_argument, "make_quantise_square",
                     "center", "finite");
  SCRIM_EXPECT_ERROR(squares(infinity, 0, 1), ErrorKind::invalid_argument, "center");
  SCRIM_EXPECT_ERROR(squares(0.0, 3067, 1), ErrorKind::invalid_argument, "3067", "-3066 to 3066");
  SCRIM_EXPECT_ERROR(squares(0.0, -3067, 1), ErrorKind::invalid_argument, "-3067");
  SCRIM_EXPECT_ERROR(squares(0.0, 0, -1), ErrorKind::invalid_argument, "upper bound -1");
  SCRIM_EXPECT_ERROR(squares(0.0, 0, most + 1), ErrorKind::invalid_argument, "2^62");
  const auto less = [](std::int64_t offset) {
    return make_quantise_square(vector_domain<double>(), SymmetricDistance{},
                                {.center = 0.0, .exponent = 0, .upper = 9, .offset = offset});
  };
  SCRIM_EXPECT_ERROR(less(-1), ErrorKind::invalid_argument, "make_quantise_square", "offset", "-1");
  SCRIM_EXPECT_ERROR(less(10), ErrorKind::invalid_argument, "offset", "10", "0 to", "9");
  EXPECT_NO_THROW((void)less(9));
  const auto between = [](double lower, double upper) {
    return make_quantise_square(vector_domain<double>(), SymmetricDistance{},
                                {.center = 0.0, .exponent = 0, .upper = 9, .rows = {lower, upper}});
  };
  SCRIM_EXPECT_ERROR(between(2.0, 1.0), ErrorKind::invalid_argument, "make_quantise_square",
                     "lower bound 2");
  SCRIM_EXPECT_ERROR(between(nan, 1.0), ErrorKind::invalid_argument, "make_quantise_square", "NaN");
}

TEST(ThenQuantiseSquare, makes_sums_of_squares) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const auto sum = space >>
                   then_quantise_square({.center = 50.0, .exponent = -4, .upper = 2500 << 4}) >>
                   then_sum();
  EXPECT_EQ(sum.map(1), std::uint64_t{2500 << 4});
  EXPECT_EQ(sum.invoke(std::vector{50.0, 51.0, 47.5, 1e9}), 16 + 100 + 40000);
}

TEST(ThenQuantiseSquare, is_known_by_its_grid) {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const auto sum = [&](double center, int exponent, std::int64_t upper) {
    return space >> then_quantise_square({center, exponent, upper}) >> then_sum();
  };
  const auto less = [&](std::int64_t offset) {
    return space >>
           then_quantise_square({.center = 0.5, .exponent = -3, .upper = 50, .offset = offset}) >>
           then_sum();
  };
  auto run = sum(0.5, -3, 50).start();
  run.update(std::vector{1.5});
  const auto saved = std::move(run).save();
  EXPECT_EQ(sum(0.5, -3, 50).load(saved).finish(), 8);
  EXPECT_THROW((void)sum(0.25, -3, 50).load(saved), Error);
  EXPECT_THROW((void)sum(0.5, -2, 50).load(saved), Error);
  EXPECT_THROW((void)sum(0.5, -3, 51).load(saved), Error);
  EXPECT_EQ(less(0).load(saved).finish(), 8);
  EXPECT_THROW((void)less(1).load(saved), Error);
  const auto between = [&](double lower, double upper) {
    return space >> then_quantise_square(
                        {.center = 0.5, .exponent = -3, .upper = 50, .rows = {lower, upper}}) >>
           then_sum();
  };
  EXPECT_EQ(between(-infinity, infinity).load(saved).finish(), 8);
  EXPECT_THROW((void)between(0.0, infinity).load(saved), Error);
  EXPECT_THROW((void)between(-infinity, 9.0).load(saved), Error);
}

}  // namespace
}  // namespace scrim::make_quantise_square_test
