// Coins with probability exp(-x). Proof: bernoulli_exp.proof.md
#pragma once

#include <algorithm>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/lazy_uniform.hpp"
#include "scrim/samplers/rational_real.hpp"

namespace scrim {

/// The real number exp(-x) for a refinable x >= 0, which must outlive it.
template <RefinableReal X, double filter_margin = installed_filter_margin>
class ExpMinus {
 public:
  explicit ExpMinus(X& x) noexcept : x_(&x) {}

  [[nodiscard]] Interval enclose() { return exp_minus(x_->enclose(), filter_margin); }
  [[nodiscard]] BigInterval enclose(Precision precision) { return exp(-x_->enclose(precision)); }

 private:
  X* x_;
};

/// True with probability exactly exp(-x).
///
/// Precondition (compiler): X is a RefinableReal; Source is a BitSource.
/// Precondition (caller):   x >= 0.
/// Postcondition: the truth of U < exp(-x) for a uniform real U that is independent of x.
/// Cost: an x whose enclosure is 0 draws nothing. Otherwise one word, which together with the
///   filter decides unless U falls within some 2^-48 of exp(-x); then U and x are refined together.
template <double filter_margin = installed_filter_margin, RefinableReal X, BitSource Source>
[[nodiscard]] bool sample_bernoulli_exp_minus(X& x, Source& source) {
  if (x.enclose().hi <= 0) return true;
  LazyUniform<Source> uniform(source);
  ExpMinus<X, filter_margin> probability(x);

  // The same filter as in is_less, with one branch that is almost always taken: on which side U
  // falls is a coin, and a branch on a coin costs more than all the arithmetic here. The sign of
  // a difference of doubles is never lost in rounding.
  const Interval u = uniform.enclose();
  const Interval p = probability.enclose();
  if (std::max(p.lo - u.hi, u.lo - p.hi) > 0) [[likely]] {
    return u.hi < p.lo;
  }
  return is_less(uniform, probability);
}

/// As above for a rational x; x <= 0 draws nothing and is true. Where one x serves many draws, keep
/// a RationalReal: most of the cost here is to enclose x by doubles.
template <double filter_margin = installed_filter_margin, BitSource Source>
[[nodiscard]] bool sample_bernoulli_exp_minus(const Rational& x, Source& source) {
  if (x <= 0) return true;
  RationalReal real(x);
  return sample_bernoulli_exp_minus<filter_margin>(real, source);
}

}  // namespace scrim
