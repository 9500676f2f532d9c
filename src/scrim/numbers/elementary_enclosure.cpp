// The lemmas named here are those of elementary_enclosure.proof.md.
#include "scrim/numbers/elementary_enclosure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "scrim/numbers/elementary_tables.hpp"

namespace scrim {

namespace {

// The kernels err by less than 2^-51 relatively (lemmas 1 and 2). The margin is twice that, which
// leaves room for the roundings of the margin itself (lemma 3).
constexpr double relative_margin = 0x1p-50;

// Beyond this, exp(-x) would leave the normal doubles.
constexpr double largest_exponent = 708.0;
constexpr double beyond_largest_exponent = 0x1p-1020;

// Up to this width, exp(-hi) >= exp(-lo) * (1 - (hi - lo)) and ln(hi) <= ln(lo) + (hi - lo) / lo
// lose nothing that matters, and one kernel evaluation serves both ends (lemma 3).
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

/// ln(x) with a relative error below 2^-51 (lemma 2).
/// Precondition (caller): 0 < x < inf.
double ln_kernel(double x) noexcept {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  std::int64_t exponent = 0;
  if (bits < (std::uint64_t{1} << significand_bits)) [[unlikely]] {  // subnormal
    bits = std::bit_cast<std::uint64_t>(x * 0x1p52);
    exponent = -52;
  }
  // x = 2^exponent * m with m in the cells of the table.
  const std::uint64_t offset = bits - detail::first_cell_bits;
  const std::int64_t shift = static_cast<std::int64_t>(offset) >> significand_bits;
  exponent += shift;
  const std::uint64_t m_bits = bits - (static_cast<std::uint64_t>(shift) << significand_bits);
  const detail::LogarithmCell& cell =
      detail::logarithm_table[static_cast<std::size_t>((offset >> detail::cell_shift) % 128)];

  // m is cut in two so that both products with the short reciprocal are exact.
  constexpr std::uint64_t lower_bits_of_m = 0x3ff;
  const double m = std::bit_cast<double>(m_bits);
  const double m_high = std::bit_cast<double>(m_bits & ~lower_bits_of_m);
  const double m_low = m - m_high;
  const double r = (m_high * cell.reciprocal - 1.0) + m_low * cell.reciprocal;

  const double r2 = r * r;
  const double p = r2 * ((-0.5 + r * (1.0 / 3)) +
                         r2 * ((-0.25 + r * (1.0 / 5)) +
                               r2 * ((-1.0 / 6 + r * (1.0 / 7)) + r2 * -0.125)));  // ln(1 + r) - r

  const auto e = static_cast<double>(exponent);
  const double high = e * detail::ln2_high + cell.high;
  const double low = e * detail::ln2_low + cell.low;
  return high + (r + (p + low));
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

Interval ln(Interval x, double extra_relative_margin) noexcept {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (x.hi <= 0) return {-infinity, -infinity};

  const double margin = relative_margin + extra_relative_margin;
  Interval out{-infinity, infinity};
  if (x.lo > 0) {
    const double smallest = std::min(x.lo, std::numeric_limits<double>::max());
    const double y = ln_kernel(smallest);
    const double slack = std::abs(y) * margin;
    out.lo = y - slack;
    const double relative_width = (x.hi - smallest) / smallest;
    if (relative_width <= narrow) [[likely]] {
      out.hi = y + (slack + relative_width * (1.0 + margin));
      return out;
    }
  }
  if (x.hi < infinity) {
    const double y = ln_kernel(x.hi);
    out.hi = y + std::abs(y) * margin;
  }
  return out;
}

}  // namespace scrim
