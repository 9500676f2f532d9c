// Coins with probability exp(-x). Proof: bernoulli_exp.proof.md
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/lazy_uniform.hpp"

namespace scrim {

/// The real number 2^doublings * exp(-x) for a refinable x >= 0, which must outlive it.
template <RefinableReal X, double filter_margin = installed_filter_margin>
class ExpMinus {
 public:
  /// Precondition (caller): 0 <= doublings <= most_doublings.
  explicit ExpMinus(X& x, int doublings = 0) noexcept : x_(&x), factor_(power_of_two(doublings)) {}

  /// Far enough from the largest double that no product overflows.
  static constexpr int most_doublings = 900;

  [[nodiscard]] Interval enclose() {
    const Interval plain = exp_minus(x_->enclose(), filter_margin);
    // Exact: scaling up by a power of two loses no digit.
    return {plain.lo * factor_, plain.hi * factor_};
  }
  [[nodiscard]] BigInterval enclose(Precision precision) {
    return exp(-x_->enclose(precision)) * BigInterval::point(precision, factor_);
  }

 private:
  [[nodiscard]] static double power_of_two(int exponent) noexcept {
    return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  }

  X* x_;
  double factor_;
};

/// True with probability exactly 2^zeros * exp(-x): the coin U < exp(-x), once it is known that the
/// binary digits of U start with that many zeros.
///
/// Precondition (compiler): X is a RefinableReal; Source is a BitSource.
/// Precondition (caller):   x >= zeros * ln 2, so that this is a probability; 0 <= zeros <=
///   ExpMinus::most_doublings.
/// Postcondition: the truth of U' < 2^zeros exp(-x) for a uniform real U' that is independent of x.
/// Cost: an x whose enclosure is 0 draws nothing. Otherwise one word, which together with the
///   filter decides unless U' falls within some 2^-48 of the bound; then both are refined together.
template <double filter_margin = installed_filter_margin, RefinableReal X, BitSource Source>
[[nodiscard]] bool sample_bernoulli_exp_minus_after_zeros(X& x, int zeros, Source& source) {
  if (x.enclose().hi <= 0) return true;
  LazyUniform<Source> uniform(source);
  ExpMinus<X, filter_margin> probability(x, zeros);

  // The same filter as in is_less, with one branch that is almost always taken: on which side U'
  // falls is a coin, and a branch on a coin costs more than all the arithmetic here. The sign of
  // a difference of doubles is never lost in rounding.
  const Interval u = uniform.enclose();
  const Interval p = probability.enclose();
  if (std::max(p.lo - u.hi, u.lo - p.hi) > 0) [[likely]] {
    return u.hi < p.lo;
  }
  return is_less(uniform, probability);
}

}  // namespace scrim
