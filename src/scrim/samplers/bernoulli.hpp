// Coins with a rational probability. Proof: bernoulli.proof.md
#pragma once

#include <gmpxx.h>

#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {
namespace detail {

/// U < num / den for a uniform real U, of which one word is drawn at a time.
///
/// Precondition (caller): 0 <= num < den; a Wide holds every integer below 2^64 * den.
template <class Wide, BitSource Source>
[[nodiscard]] bool is_uniform_below_fraction(Wide num, const Wide& den, Source& source) {
  while (true) {
    const auto word = static_cast<unsigned long>(source.next_word());
    static_assert(sizeof word == sizeof(std::uint64_t));  // the widest type GMP multiplies by
    const Wide scaled = num << 64;
    const Wide below = den * word;
    // U = (word + V) / 2^64 with V uniform again: U < num / den iff V < (scaled - below) / den.
    if (below >= scaled) return false;
    num = scaled - below;
    if (num >= den) return true;
  }
}

}  // namespace detail

/// True with probability exactly p.
///
/// Precondition (compiler): Source is a BitSource.
/// Precondition (caller):   0 <= p <= 1 (what lies outside is taken as the nearer end).
/// Cost: p = 0 and p = 1 draw nothing. Otherwise one word, and each further one with probability
///   at most 2^-64.
template <BitSource Source>
[[nodiscard]] bool sample_bernoulli(const Fraction& p, Source& source) {
  if (p.num >= p.den) return true;
  if (p.num == 0) return false;
  return detail::is_uniform_below_fraction<uint128>(p.num, p.den, source);
}

/// As above, for numerators and denominators of any size; p is in lowest terms, as GMP keeps it.
template <BitSource Source>
[[nodiscard]] bool sample_bernoulli(const Rational& p, Source& source) {
  if (p >= 1) return true;
  if (p <= 0) return false;
  if (p.get_den().fits_ulong_p()) {
    return sample_bernoulli(Fraction{p.get_num().get_ui(), p.get_den().get_ui()}, source);
  }
  return detail::is_uniform_below_fraction<mpz_class>(p.get_num(), p.get_den(), source);
}

}  // namespace scrim
