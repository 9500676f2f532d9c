// Where the enclosure of the uniform number touches that of the probability, in one double.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/lazy_uniform.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"
#include "support/scripted_tape.hpp"

namespace scrim::bernoulli_exp_touching_exact_test {
namespace {

/// The first word whose enclosure starts at x.
/// Precondition (caller): 1/2 <= x < 1, so that the enclosure is one step of x wide.
std::uint64_t word_from(double x) { return static_cast<std::uint64_t>(std::ldexp(x, 53)) << 11; }

// The doubles that the two enclosures share are no reason to decide: the further digits are. On
// which side they fall is known here, since U lies on the far side of the shared double.
TEST(SampleBernoulliExpMinus, is_decided_by_further_digits_where_the_enclosures_touch) {
  constexpr std::uint64_t ones = std::numeric_limits<std::uint64_t>::max();
  for (int i = 1; i < 60; ++i) {
    const double x = 0.01 * i;  // exp(-x) >= 1/2
    const Interval p = exp_minus(Interval::point(x));

    const std::uint64_t below = word_from(std::nextafter(p.lo, 0.0));
    ASSERT_EQ(enclose_unit(below).hi, p.lo);
    const std::uint64_t above = word_from(p.hi);
    ASSERT_EQ(enclose_unit(above).lo, p.hi);

    for (const std::uint64_t last : {std::uint64_t{0}, std::uint64_t{1} << 63, ones}) {
      test::ScriptedTape heads({below | 0x7ff, last});
      EXPECT_TRUE(sample_bernoulli_exp_minus(to_rational(x), heads)) << x;
      EXPECT_EQ(heads.words_consumed(), 2U);
      test::ScriptedTape tails({above, last});
      EXPECT_FALSE(sample_bernoulli_exp_minus(to_rational(x), tails)) << x;
      EXPECT_EQ(tails.words_consumed(), 2U);
    }
  }
}

}  // namespace
}  // namespace scrim::bernoulli_exp_touching_exact_test
