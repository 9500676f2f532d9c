// The coin with which a draw that was split into a high and a low part is accepted.
// Proof: split_coin.proof.md
#pragma once

#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// True only if U < 1 - x, whatever the digits of U that follow its head.
///
/// Precondition (caller): 0 < head_bits <= 63; head < 2^head_bits; at_most >= x >= 0.
[[nodiscard]] inline bool is_surely_below_one_minus(std::uint64_t head, int head_bits,
                                                    double at_most) noexcept {
  if (!(at_most < 1)) return false;
  const std::uint64_t all = std::uint64_t{1} << head_bits;
  // The cut drops a part below 1, and U may be next to (head + 1) / all.
  const auto cut = static_cast<std::uint64_t>(at_most * static_cast<double>(all));
  return head + 1 + cut + 1 <= all;
}

/// U < exp(-x), decided exactly, for a U with this head. Out of the way of the usual case.
template <int word_bits, double filter_margin, RefinableReal X, BitSource Source>
[[nodiscard, gnu::noinline]] bool is_below_exp_minus(std::uint64_t head, int head_bits, X x,
                                                     Source& source) {
  UniformDigits<Source, word_bits> u(head, head_bits, source);
  ExpMinus<X, filter_margin> chance(x);
  return is_below(u, chance);
}

/// The same, by a product of doubles unless U is at least about 1 - x.
///
/// Precondition (compiler): X is a RefinableReal.
/// Precondition (caller):   as of both; x is independent of U.
template <int word_bits, double filter_margin = installed_filter_margin, RefinableReal X,
          BitSource Source>
[[nodiscard]] bool accepts(std::uint64_t head, int head_bits, double at_most, X x, Source& source) {
  if (is_surely_below_one_minus(head, head_bits, at_most)) [[likely]] {
    return true;  // 1 - x <= exp(-x)
  }
  // Of the same U: given that it was not surely below 1 - x, another one would be too small.
  return is_below_exp_minus<word_bits, filter_margin>(head, head_bits, x, source);
}

}  // namespace scrim
