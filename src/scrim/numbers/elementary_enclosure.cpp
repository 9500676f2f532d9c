// The lemmas named here are those of elementary_enclosure.proof.md.
#include "scrim/numbers/elementary_enclosure.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "scrim/numbers/elementary_tables.hpp"

namespace scrim {

namespace {

// The kernel errs by less than 2^-51 relatively (lemma 1). The margin is twice that, which leaves
// room for the roundings of the margin itself (lemma 2).
constexpr double relative_margin = 0x1p-50;

// Beyond this, exp(-x) would leave the normal doubles.
constexpr double largest_exponent = 708.0;
constexpr double beyond_largest_exponent = 0x1p-1020;

// Up to this width, exp(-hi) >= exp(-lo) * (1 - (hi - lo)) loses nothing that matters, and one
// kernel evaluation serves both ends (lemma 2).
constexpr double narrow = 0x1p-20;

constexpr std::uint64_t significand_bits = 52;

/// exp(-x) with a relative error below 2^-51 (lemma 1).
/// Precondition (caller): 0 <= x <= 708.
double exp_minus_kernel(double x) noexcept {
  // Adding 1.5 * 2^52 rounds to an integer, and leaves that integer in the low bits of the sum.
  constexpr double rounder = 0x1.8p52;
  const double shifted = x * detail::inverse_ln2_over_64 + rounder;
  const double k = shifted - rounder;
  const std::uint64_t k_bits = std::bit_cast<std::uint64_t>(shifted) & 0xffffffff;

  const double r = (k * detail::ln2_over_64_high - x) + k * detail::ln2_over_64_low;
  const double r2 = r * r;
  const double q =
      r + r2 * ((0.5 + r * (1.0 / 6)) + r2 * ((1.0 / 24) + r * (1.0 / 120)));  // exp(r) - 1

  const double power = detail::power_of_two_table[k_bits % 64];
  const double significand = power + power * q;
  // Scaling by 2^-floor(k/64) through the exponent field is exact: the result is a normal double.
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(significand) -
                               ((k_bits / 64) << significand_bits));
}

}  // namespace

Interval exp_minus(Interval x, double extra_relative_margin) noexcept {
  const double smallest = std::max(x.lo, 0.0);
  if (smallest > largest_exponent) return {0.0, beyond_largest_exponent};

  const double margin = relative_margin + extra_relative_margin;
  const double at_smallest = exp_minus_kernel(smallest);
  const double hi = std::min(at_smallest * (1.0 + margin), 1.0);
  const double width = x.hi - smallest;
  if (width <= narrow) [[likely]] {
    return {std::max(at_smallest * (1.0 - (margin + width)), 0.0), hi};
  }
  if (x.hi > largest_exponent) return {0.0, hi};
  return {std::max(exp_minus_kernel(x.hi) * (1.0 - margin), 0.0), hi};
}

}  // namespace scrim
