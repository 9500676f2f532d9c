// Coins with probability exp(-x), as selections are defined by them.
#pragma once

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "support/rational_real.hpp"

namespace scrim {

/// True with probability exactly exp(-x), for x >= 0.
template <double filter_margin = installed_filter_margin, RefinableReal X, BitSource Source>
[[nodiscard]] bool sample_bernoulli_exp_minus(X& x, Source& source) {
  return sample_bernoulli_exp_minus_after_zeros<filter_margin>(x, 0, source);
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
