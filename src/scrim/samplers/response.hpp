// The true one of some categories with a given probability, else any other. Proof:
// response.proof.md
#pragma once

#include <cstdint>
#include <variant>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// The probability of telling the truth, as a real number.
class TruthProbability {
 public:
  /// exp(epsilon) / (exp(epsilon) + others).
  /// Precondition (caller): epsilon is finite and at least 0.
  [[nodiscard]] static TruthProbability from_epsilon(double epsilon, std::uint64_t others);

  /// num / den.
  /// Precondition (caller): num <= den; den > 0.
  [[nodiscard]] static TruthProbability from_fraction(Fraction fraction);

  [[nodiscard]] Interval enclose() const noexcept { return in_doubles_; }
  [[nodiscard]] BigInterval enclose(Precision precision) const;

 private:
  struct OddsAgainst {
    double epsilon;
    std::uint64_t others;
  };

  explicit TruthProbability(std::variant<OddsAgainst, Rational> value);

  std::variant<OddsAgainst, Rational> value_;
  Interval in_doubles_;
};

/// `truth` with this probability, else one of the other numbers below `categories`, each alike.
///
/// Precondition (compiler): Source is a BitSource.
/// Precondition (caller):   truth < categories; categories >= 2.
/// Cost: one or two words; as many more as it takes to tell a uniform number from the probability.
template <int word_bits = installed_word_bits, BitSource Source>
[[nodiscard]] std::uint64_t sample_response(std::uint64_t truth, std::uint64_t categories,
                                            const TruthProbability& probability, Source& source) {
  UniformDigits<Source, word_bits> u(draw_word<word_bits>(source), word_bits, source);
  if (is_below(u, probability)) return truth;
  const std::uint64_t other = sample_uniform_below(categories - 1, source);
  return other < truth ? other : other + 1;  // all but the truth, in their order
}

}  // namespace scrim
