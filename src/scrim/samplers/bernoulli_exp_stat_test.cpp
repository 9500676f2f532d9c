#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "scrim/samplers/bernoulli_exp.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"
#include "support/rational_real.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::bernoulli_exp_stat_test {
namespace {

using test::SeededStream;

constexpr double limit = 5.0;

double score(std::size_t successes, std::size_t trials, double p) {
  const double n = static_cast<double>(trials);
  return (static_cast<double>(successes) - n * p) / std::sqrt(n * p * (1 - p));
}

Rational rational(const std::string& text) {
  Rational value(text);
  value.canonicalize();
  return value;
}

template <double margin = installed_filter_margin>
std::size_t count_heads(const Rational& x, std::size_t trials, std::uint64_t seed) {
  SeededStream stream(seed);
  RationalReal real(x);
  std::size_t heads = 0;
  for (std::size_t i = 0; i < trials; ++i) {
    heads += sample_bernoulli_exp_minus<margin>(real, stream) ? 1 : 0;
  }
  return heads;
}

/// A law, and a wrong one that the number of trials suffices to reject: its probability (or that
/// of the complement, whichever is smaller) is larger by this factor.
struct Case {
  const char* x;
  std::size_t trials;
  double wrong_factor;
};

TEST(SampleBernoulliExpMinusStatistics, fit_the_law_and_reject_a_wrong_one) {
  const Case cases[] = {
      {"7/5", 2'000'000, 1.01}, {"12/35", 1'000'000, 1.01},     {"7/10", 1'000'000, 1.01},
      {"3", 8'000'000, 1.01},   {"30/7", 2'000'000, 1.1},       {"60/11", 2'000'000, 1.15},
      {"10", 4'000'000, 2.0},   {"1/1048576", 16'000'000, 4.0},
  };
  std::uint64_t seed = 7200;
  for (const Case& c : cases) {
    const Rational x = rational(c.x);
    const double p = std::exp(-x.get_d());
    const double complement = -std::expm1(-x.get_d());
    const std::size_t heads = count_heads(x, c.trials, ++seed);
    const std::size_t rarer = p < complement ? heads : c.trials - heads;
    const double law = std::min(p, complement);
    EXPECT_LT(std::abs(score(rarer, c.trials, law)), limit) << c.x;
    EXPECT_LT(score(rarer, c.trials, law * c.wrong_factor), -limit) << c.x;
  }
}

TEST(SampleBernoulliExpMinusStatistics, fit_the_law_when_the_exact_path_decides) {
  constexpr std::size_t trials = 2'000'000;
  const Rational x = rational("7/5");
  const std::size_t heads = count_heads<0x1p-4>(x, trials, 7301);
  const double p = std::exp(-1.4);
  EXPECT_LT(std::abs(score(heads, trials, p)), limit);
  EXPECT_LT(score(heads, trials, 1.01 * p), -limit);
}

TEST(SampleBernoulliExpMinusStatistics, hardly_ever_come_up_heads_for_large_x) {
  EXPECT_EQ(count_heads(Rational(30), 1'000'000, 7302), 0U);
  EXPECT_EQ(count_heads(rational("3000001/3"), 1'000'000, 7303), 0U);
}

/// Uniform words given that the number starts with `zeros` zero bits: makes rare heads frequent.
class ZerosFirst {
 public:
  ZerosFirst(SeededStream& stream, std::size_t zeros) : stream_(&stream), zeros_(zeros) {}

  std::uint64_t next_word() {
    if (zeros_ >= 64) {
      zeros_ -= 64;
      return 0;
    }
    const std::uint64_t word = stream_->next_word() >> zeros_;
    zeros_ = 0;
    return word;
  }

 private:
  SeededStream* stream_;
  std::size_t zeros_;
};

// exp(-30) = 2^-43.28 and exp(-1000 - 1/3) = 2^-1443.18: given that many zeros, heads have the
// probability that is left over.
TEST(SampleBernoulliExpMinusStatistics, fit_the_law_of_rare_heads_given_leading_zeros) {
  struct Rare {
    const char* x;
    std::size_t zeros;
    std::size_t trials;
    double wrong_factor;
  };
  for (const Rare& c : {Rare{"30", 43, 500'000, 1.01}, Rare{"3001/3", 1443, 5'000, 1.1}}) {
    const BigInterval law = exp(-BigInterval::point(256, rational(c.x))) *
                            exp(ln(BigInterval::point(256, 2)) *
                                BigInterval::point(256, static_cast<std::uint64_t>(c.zeros)));
    const double p = law.lower_double();
    SeededStream stream(7304);
    RationalReal real(rational(c.x));
    std::size_t heads = 0;
    for (std::size_t i = 0; i < c.trials; ++i) {
      ZerosFirst source(stream, c.zeros);
      heads += sample_bernoulli_exp_minus(real, source) ? 1 : 0;
    }
    EXPECT_LT(std::abs(score(heads, c.trials, p)), limit) << c.x;
    EXPECT_LT(score(heads, c.trials, c.wrong_factor * p), -limit) << c.x;
  }
}

}  // namespace
}  // namespace scrim::bernoulli_exp_stat_test
