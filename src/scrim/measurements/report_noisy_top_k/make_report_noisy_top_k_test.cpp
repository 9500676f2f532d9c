#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "support/error_of.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::make_report_noisy_top_k_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
using Indices = std::vector<std::size_t>;

const LInfDistance<std::uint64_t> any_way{.monotonic = false};
const LInfDistance<std::uint64_t> one_way{.monotonic = true};

auto integer_scores() { return vector_domain<std::uint64_t>(); }

TEST(ReportNoisyTopK, charges_what_the_specification_says) {
  const auto loss = [](auto measure, auto metric, std::size_t k) {
    return make_report_noisy_top_k(integer_scores(), metric, measure,
                                   {.k = k, .scale = 4.0, .optimize = Optimize::max})
        .map(1);
  };
  EXPECT_EQ(loss(MaxDivergence{}, any_way, 1), 0.5);
  EXPECT_EQ(loss(MaxDivergence{}, one_way, 1), 0.25);
  EXPECT_EQ(loss(MaxDivergence{}, RangeDistance<std::uint64_t>{}, 1), 0.25);
  EXPECT_EQ(loss(MaxDivergence{}, any_way, 3), 1.5);
  EXPECT_EQ(loss(RangeDivergence{}, any_way, 1), 0.5);
  EXPECT_EQ(loss(RangeDivergence{}, any_way, 3), 2.5);  // (2 k - 1) e
  EXPECT_EQ(loss(ZeroConcentratedDivergence{}, any_way, 1), rho_of_range(0.5));
  EXPECT_EQ(loss(ZeroConcentratedDivergence{}, any_way, 3), mul_up(3.0, rho_of_range(0.5)));
}

TEST(ReportNoisyTopK, rounds_its_price_up) {
  const auto third = make_report_noisy_top_k(integer_scores(), one_way, MaxDivergence{},
                                             {.k = 1, .scale = 3.0, .optimize = Optimize::max});
  // 1/3 lies strictly between two doubles; the larger one is charged.
  EXPECT_EQ(third.map(1), std::nextafter(1.0 / 3.0, 1.0));
  EXPECT_FALSE(third.check(1, 1.0 / 3.0));
  EXPECT_TRUE(third.check(1, std::nextafter(1.0 / 3.0, 1.0)));
}

TEST(ReportNoisyTopK, maps_back_to_the_largest_affordable_distance) {
  const auto top = make_report_noisy_top_k(integer_scores(), any_way, ZeroConcentratedDivergence{},
                                           {.k = 2, .scale = 1.4, .optimize = Optimize::max});
  for (const double rho : {0.0, 0.1, 0.5, 3.0, 1e30}) {
    const std::uint64_t d_in = top.privacy_map().backward(rho);
    EXPECT_TRUE(top.check(d_in, rho));
    EXPECT_FALSE(top.check(d_in + 1, rho));
  }
}

TEST(ReportNoisyTopK, charges_nothing_for_equal_inputs_and_infinity_without_noise) {
  for (const double scale : {0.0, 2.0}) {
    const auto top = make_report_noisy_top_k(integer_scores(), any_way, RangeDivergence{},
                                             {.k = 2, .scale = scale, .optimize = Optimize::max});
    EXPECT_EQ(top.map(0), 0.0);
  }
  const auto top = make_report_noisy_top_k(integer_scores(), any_way, MaxDivergence{},
                                           {.k = 1, .scale = 0.0, .optimize = Optimize::max});
  EXPECT_EQ(top.map(1), infinity);
}

TEST(ReportNoisyTopK, does_not_let_a_range_overflow) {
  const auto top = make_report_noisy_top_k(integer_scores(), any_way, MaxDivergence{},
                                           {.k = 1, .scale = 1.0, .optimize = Optimize::max});
  SCRIM_EXPECT_ERROR(top.map(std::uint64_t{1} << 63), ErrorKind::overflow, "");
  EXPECT_FALSE(top.check(std::uint64_t{1} << 63, largest));
}

TEST(ReportNoisyTopK, selects_exactly_at_scale_zero) {
  const auto select = [](Optimize optimize, std::size_t k, const std::vector<double>& scores) {
    return make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MaxDivergence{},
                                   {.k = k, .scale = 0.0, .optimize = optimize})
        .invoke(scores);
  };
  const std::vector scores{1.0, 5.0, -2.0, 5.0, -2.0};
  EXPECT_EQ(select(Optimize::max, 3, scores), (Indices{1, 3, 0}));
  EXPECT_EQ(select(Optimize::min, 3, scores), (Indices{2, 4, 0}));
  EXPECT_EQ(select(Optimize::max, 5, scores), (Indices{1, 3, 0, 2, 4}));
  EXPECT_EQ(select(Optimize::max, 2, {-0.0, 0.0}), (Indices{0, 1}));
  EXPECT_EQ(select(Optimize::max, 2, {largest, infinity}), (Indices{0, 1}));  // both clamp to max
  EXPECT_EQ(select(Optimize::max, 3, {nan, -1.0, 2.0}), (Indices{2, 1, 0}));
  EXPECT_EQ(select(Optimize::min, 3, {nan, -1.0, 2.0}), (Indices{1, 2, 0}));
}

template <class MO>
class ReportNoisyTopKUnder : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(ReportNoisyTopKUnder, Measures);

TYPED_TEST(ReportNoisyTopKUnder, finds_scores_that_stand_out_from_the_noise_best_first) {
  test::SeededStream source(3);
  const std::vector<std::int64_t> scores{0, 3'000'000, -5, 9'000'000, 6'000'000};
  const auto select = [&](Optimize optimize, std::size_t k) {
    return report_noisy_top_k<TypeParam>(std::span<const std::int64_t>(scores),
                                         {.k = k, .scale = 1.5, .optimize = optimize}, source);
  };
  EXPECT_EQ(select(Optimize::max, 3), (Indices{3, 4, 1}));
  EXPECT_EQ(select(Optimize::min, 5).back(), 3U);
}

TYPED_TEST(ReportNoisyTopKUnder, selects_each_index_once) {
  test::SeededStream source(5);
  const std::vector<double> scores(6, 2.5);
  for (int round = 0; round < 50; ++round) {
    auto selected = report_noisy_top_k<TypeParam>(
        std::span<const double>(scores), {.k = 6, .scale = 0.1, .optimize = Optimize::max}, source);
    std::sort(selected.begin(), selected.end());
    EXPECT_EQ(selected, (Indices{0, 1, 2, 3, 4, 5}));
  }
}

TYPED_TEST(ReportNoisyTopKUnder, survives_scores_at_the_ends_of_their_types) {
  test::SeededStream source(8);
  const std::vector extremes{-infinity, -largest, -0.0, 5e-324, largest, infinity, nan};
  using Limits = std::numeric_limits<std::int64_t>;
  const std::vector<std::int64_t> integers{Limits::min(), -1, 0, Limits::max()};
  for (const double scale : {5e-324, 0x1p-20, 1.0, 1e6 + 1.0 / 3.0, largest}) {
    for (const Optimize optimize : {Optimize::max, Optimize::min}) {
      const TopKOptions options{.k = 4, .scale = scale, .optimize = optimize};
      EXPECT_EQ(
          report_noisy_top_k<TypeParam>(std::span<const double>(extremes), options, source).size(),
          4U);
      EXPECT_EQ(
          report_noisy_top_k<TypeParam>(std::span<const std::int64_t>(integers), options, source)
              .size(),
          4U);
    }
  }
}

TYPED_TEST(ReportNoisyTopKUnder, refuses_too_few_scores_without_a_word_about_them) {
  const auto top =
      make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, TypeParam{},
                              {.k = 3, .scale = 1.0, .optimize = Optimize::max});
  const auto some = test::error_of([&] { (void)top.invoke(std::vector{1.0, 2.0}); });
  const auto none = test::error_of([&] { (void)top.invoke(std::vector<double>{}); });
  EXPECT_EQ(some.kind, ErrorKind::wrong_size);
  EXPECT_TRUE(some.is_invoke_error);
  EXPECT_EQ(some.text, none.text);
}

template <Number T>
Indices best_two(const std::vector<T>& scores, Optimize optimize) {
  const auto selection =
      make_report_noisy_top_k(vector_domain<T>(), LInfDistance<double>{}, MaxDivergence{},
                              {.k = 2, .scale = 0.0, .optimize = optimize});
  return selection.invoke(scores);
}

TEST(ReportNoisyTopK, takes_narrow_scores_for_what_they_are) {
  EXPECT_EQ((best_two<std::int8_t>({-128, 127, 126}, Optimize::max)), (Indices{1, 2}));
  EXPECT_EQ((best_two<std::int8_t>({-128, 127, -127}, Optimize::min)), (Indices{0, 2}));
  EXPECT_EQ((best_two<std::uint8_t>({200, 255, 100}, Optimize::max)), (Indices{1, 0}));
  EXPECT_EQ((best_two<std::uint32_t>({1, 0xffffffff, 2}, Optimize::min)), (Indices{0, 2}));
  EXPECT_EQ((best_two<float>({0.1F, 0.2F, -0.0F}, Optimize::max)), (Indices{1, 0}));
  // An infinity is the largest float, whose equals come in their order, and NaN is the worst.
  const float largest_float = std::numeric_limits<float>::max();
  const auto floats = [&](float first, float second) {
    return std::vector<float>{std::numeric_limits<float>::quiet_NaN(), first, second};
  };
  const auto infinite = std::numeric_limits<float>::infinity();
  EXPECT_EQ(best_two(floats(largest_float, infinite), Optimize::max), (Indices{1, 2}));
  EXPECT_EQ(best_two(floats(infinite, largest_float), Optimize::max), (Indices{1, 2}));
  EXPECT_EQ(best_two(floats(-largest_float, -infinite), Optimize::min), (Indices{1, 2}));
}

TEST(ReportNoisyTopK, refuses_bad_parameters) {
  const auto with = [](TopKOptions options) {
    return make_report_noisy_top_k(integer_scores().with_size(3), any_way, MaxDivergence{},
                                   options);
  };
  SCRIM_EXPECT_ERROR(with({.k = 0, .scale = 1.0, .optimize = Optimize::max}),
                     ErrorKind::invalid_argument, "k is 0", "at least one");
  SCRIM_EXPECT_ERROR(with({.k = 4, .scale = 1.0, .optimize = Optimize::max}),
                     ErrorKind::invalid_argument, "k is 4", "only 3");
  EXPECT_NO_THROW((void)with({.k = 3, .scale = 1.0, .optimize = Optimize::max}));
  for (const double scale : {-0.0, -1.0, infinity, -infinity, nan}) {
    SCRIM_EXPECT_ERROR(with({.k = 1, .scale = scale, .optimize = Optimize::max}),
                       ErrorKind::invalid_argument, "scale is", "at least 0");
  }
  SCRIM_EXPECT_ERROR(with({.k = 1, .scale = -0.0, .optimize = Optimize::max}),
                     ErrorKind::invalid_argument, "-0");
  SCRIM_EXPECT_ERROR(with({.k = 1, .optimize = Optimize::max}), ErrorKind::invalid_argument,
                     "NaN");  // scale left out
}

TEST(ReportNoisyTopK, refuses_a_domain_that_allows_nan) {
  SCRIM_EXPECT_ERROR(
      make_report_noisy_top_k(vector_domain(atom_domain_with_nan<double>()), LInfDistance<double>{},
                              MaxDivergence{}, {.k = 1, .scale = 1.0, .optimize = Optimize::max}),
      ErrorKind::invalid_argument, "make_report_noisy_top_k", "NaN");
}

TEST(ReportNoisyTopK, refuses_a_distance_that_is_none) {
  const auto top =
      make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MaxDivergence{},
                              {.k = 1, .scale = 1.0, .optimize = Optimize::max});
  SCRIM_EXPECT_ERROR(top.map(nan), ErrorKind::invalid_argument, "d_in", "NaN");
  SCRIM_EXPECT_ERROR(top.map(-1.0), ErrorKind::invalid_argument, "d_in", "-1");
  SCRIM_EXPECT_ERROR(top.check(1.0, nan), ErrorKind::invalid_argument, "d_out", "NaN");
  EXPECT_EQ(top.map(infinity), infinity);
}

TEST(ReportNoisyTopK, draws_from_the_secure_source) {
  const auto top = make_report_noisy_top_k(integer_scores(), any_way, RangeDivergence{},
                                           {.k = 1, .scale = 1.0, .optimize = Optimize::max});
  const std::vector<std::uint64_t> equal(1000, 7);
  bool differs = false;
  const auto first = top.invoke(equal);
  for (int round = 0; round < 20; ++round) differs = differs || top.invoke(equal) != first;
  EXPECT_TRUE(differs);  // by chance not with probability 1e-60
}

}  // namespace
}  // namespace scrim::make_report_noisy_top_k_test
