#include "scrim/measurements/randomised_response/make_randomised_response.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "support/error_of.hpp"

namespace scrim::make_randomised_response_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto largest = std::numeric_limits<std::uint64_t>::max();

auto among(const std::vector<int>& categories, ResponseOptions options) {
  return make_randomised_response(atom_domain<int>(), DiscreteDistance{}, MaxDivergence{},
                                  categories, options);
}

TEST(MakeRandomisedResponse, costs_its_epsilon) {
  const auto response = among({1, 2, 3}, {.epsilon = 7.0 / 5.0});
  EXPECT_EQ(response.map(0), 0.0);
  EXPECT_EQ(response.map(1), 7.0 / 5.0);
  EXPECT_EQ(response.map(5), 7.0 / 5.0);  // no two values are farther apart than 1
  EXPECT_EQ(among({1, 2}, {.epsilon = 0.0}).map(1), 0.0);
}

TEST(MakeRandomisedResponse, costs_the_logarithm_of_the_odds_rounded_up) {
  // The least double that is not below the logarithm, for those that round down to nearest and up.
  for (const std::uint64_t num : {51U, 60U, 75U, 80U, 90U, 97U, 99U}) {
    const double charged = among({1, 2}, {.keep = Fraction{num, 100}}).map(1);
    const BigInterval exact = ln(BigInterval::point(200, Rational(num) / Rational(100 - num)));
    EXPECT_EQ(compare(BigInterval::point(200, charged), exact), Order::greater) << num;
    EXPECT_EQ(compare(BigInterval::point(200, std::nextafter(charged, 0.0)), exact), Order::less)
        << num;
  }
  EXPECT_NEAR(among({1, 2, 3}, {.keep = Fraction{1, 2}}).map(1), std::log(2.0), 1e-15);
  EXPECT_EQ(among({1, 2}, {.keep = Fraction{1, 2}}).map(1), 0.0);
  EXPECT_EQ(among({1, 2}, {.keep = Fraction{1, 1}}).map(1), infinity);
  EXPECT_EQ(among({1, 2}, {.keep = Fraction{1, 1}}).map(0), 0.0);
  EXPECT_GT(among({1, 2}, {.keep = Fraction{largest / 2 + 2, largest}}).map(1), 0.0);
}

TEST(MakeRandomisedResponse, tells_the_truth_if_it_always_does) {
  const auto honest = among({5, 7, 9}, {.keep = Fraction{1, 1}});
  for (const int value : {5, 7, 9}) EXPECT_EQ(honest.invoke(value), value);
}

/// How often each answer comes in 3000.
std::map<int, int> answers_to(int value, ResponseOptions options) {
  const auto response = among({5, 7, 9}, options);
  std::map<int, int> counts;
  for (int round = 0; round < 3000; ++round) ++counts[response.invoke(value)];
  return counts;
}

TEST(MakeRandomisedResponse, tells_the_truth_as_often_as_said_and_others_alike) {
  auto counts = answers_to(7, {.keep = Fraction{3, 5}});
  // 1800, 600, 600; beyond by chance in one of 10^9.
  EXPECT_NEAR(counts[7], 1800, 170);
  EXPECT_NEAR(counts[5], 600, 140);
  EXPECT_NEAR(counts[9], 600, 140);
}

TEST(MakeRandomisedResponse, answers_to_what_is_no_category_with_any_alike) {
  auto counts = answers_to(-3, {.epsilon = 20.0});
  for (const int category : {5, 7, 9}) EXPECT_NEAR(counts[category], 1000, 170);
}

TEST(MakeRandomisedResponse, takes_booleans_and_texts) {
  const auto yes = make_randomised_response(atom_domain<bool>(), DiscreteDistance{},
                                            MaxDivergence{}, {.epsilon = 1e6});
  EXPECT_TRUE(yes.invoke(true));
  EXPECT_FALSE(yes.invoke(false));
  const auto text =
      make_randomised_response(atom_domain<std::string_view>(), DiscreteDistance{}, MaxDivergence{},
                               {std::string("a"), std::string("b")}, {.epsilon = 1e6});
  EXPECT_EQ(text.invoke("b"), "b");
  const auto chained = Space{atom_domain<std::string>(), DiscreteDistance{}} >>
                       then_randomised_response(MaxDivergence{}, std::vector<std::string>{"a", "b"},
                                                {.epsilon = 1e6});
  EXPECT_EQ(chained.invoke("a"), "a");
}

TEST(MakeRandomisedResponse, refuses_options_that_are_none) {
  const auto refused = ErrorKind::invalid_argument;
  for (const double epsilon : {-0.0, -1.0, infinity, nan}) {
    SCRIM_EXPECT_ERROR(among({1, 2}, {.epsilon = epsilon}), refused, "make_randomised_response",
                       "epsilon is", "at least 0");
  }
  for (const Fraction keep : {Fraction{1, 4}, Fraction{5, 4}, Fraction{0, 0}, Fraction{0, 1}}) {
    SCRIM_EXPECT_ERROR(among({1, 2, 3}, {.keep = keep}), refused, "keep is", "from 1/3");
  }
  EXPECT_NO_THROW((void)among({1, 2, 3}, {.keep = Fraction{1, 3}}));
  SCRIM_EXPECT_ERROR(among({1, 2}, {}), refused, "neither of epsilon and keep");
  SCRIM_EXPECT_ERROR(among({1, 2}, {.epsilon = 1.0, .keep = Fraction{3, 4}}), refused,
                     "both of epsilon and keep");
  SCRIM_EXPECT_ERROR(among({}, {.epsilon = 1.0}), refused, "0 categories");
  SCRIM_EXPECT_ERROR(among({1}, {.epsilon = 1.0}), refused, "1 categories");
  SCRIM_EXPECT_ERROR(among({4, 7, 4}, {.epsilon = 1.0}), refused, "categories 0 and 2 are both 4");
}

}  // namespace
}  // namespace scrim::make_randomised_response_test
