#include "scrim/samplers/response.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <cstdint>
#include <vector>

#include "support/by_definition/integer_noise_laws.hpp"
#include "support/scripted_tape.hpp"
#include "support/word_enumeration.hpp"

namespace scrim::response_exact_test {
namespace {

using test::defined;
using test::enumerate_words;
using test::ScriptedTape;

constexpr int short_word = 6;

/// Numbers of categories for which tapes of short words decide on the other one: k - 1 is a power
/// of two.
const std::vector<std::uint64_t> numbers_of_categories{2, 3, 5};

void expect_law(const TruthProbability& probability, const BigInterval& p, std::uint64_t k) {
  for (std::uint64_t truth = 0; truth < k; ++truth) {
    SCOPED_TRACE(testing::Message() << "truth " << truth << " of " << k);
    const auto law = enumerate_words<std::uint64_t>(short_word, 4, [&](ScriptedTape& tape) {
      return sample_response<short_word>(truth, k, probability, tape);
    });
    EXPECT_LT(law.undecided, Rational(1, 1'000));
    for (std::uint64_t y = 0; y < k; ++y) {
      const BigInterval expected = y == truth ? p : (defined(1) - p) / defined(Rational(k - 1));
      EXPECT_NE(compare(expected, defined(law.at_least(y))), Order::less) << y;
      EXPECT_NE(compare(expected, defined(law.at_most(y))), Order::greater) << y;
    }
  }
}

TEST(Response, has_the_law_of_its_epsilon) {
  for (const double epsilon : {0.0, 0.3, 7.0 / 5.0, 5.0}) {
    SCOPED_TRACE(epsilon);
    for (const std::uint64_t k : numbers_of_categories) {
      const BigInterval odds = exp(defined(to_rational(epsilon)));
      const BigInterval p = odds / (odds + defined(Rational(k - 1)));
      expect_law(TruthProbability::from_epsilon(epsilon, k - 1), p, k);
    }
  }
}

TEST(Response, has_the_law_of_its_fraction) {
  for (const Fraction keep : {Fraction{2, 3}, Fraction{3, 4}, Fraction{99, 100}}) {
    SCOPED_TRACE(testing::Message() << keep.num << "/" << keep.den);
    for (const std::uint64_t k : numbers_of_categories) {
      expect_law(TruthProbability::from_fraction(keep),
                 defined(Rational(keep.num) / Rational(keep.den)), k);
    }
  }
}

TEST(Response, tells_the_truth_if_it_always_does) {
  const auto always = TruthProbability::from_fraction({1, 1});
  const auto nearly = TruthProbability::from_epsilon(1e300, 1);
  for (const std::uint64_t word : {std::uint64_t{0}, ~std::uint64_t{1}}) {
    ScriptedTape tape({word, word, word});
    EXPECT_EQ(sample_response(1, 2, always, tape), 1U);
    EXPECT_EQ(sample_response(1, 2, nearly, tape), 1U);
  }
}

TEST(TruthProbability, is_enclosed_ever_more_tightly) {
  for (const auto& p :
       {TruthProbability::from_epsilon(7.0 / 5.0, 9), TruthProbability::from_fraction({2, 3})}) {
    const Interval rough = p.enclose();
    for (const Precision precision : {64, 200, 1000}) {
      const BigInterval fine = p.enclose(precision);
      EXPECT_LE(rough.lo, fine.upper_double());
      EXPECT_GE(rough.hi, fine.lower_double());
      EXPECT_LT((fine - fine).upper_double(), std::ldexp(1.0, 8 - precision));
    }
  }
}

}  // namespace
}  // namespace scrim::response_exact_test
