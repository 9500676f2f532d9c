// Fractions of machine integers, and the simple one that a decimal parameter stands for.
#pragma once

#include <cstdint>

namespace scrim {

/// A non-negative fraction of machine integers.
struct Fraction {
  std::uint64_t num;
  std::uint64_t den;

  friend bool operator==(const Fraction&, const Fraction&) = default;
};

/// The fraction closest to alpha among those with denominator at most max_den, so that 0.1 means
/// 1/10 and not 3602879701896397/2^55.
///
/// Precondition (checked): 0 <= alpha <= 1; max_den >= 1.
/// Postcondition: in lowest terms. Of two equally close fractions the one with the smaller
///   denominator; of 0/1 and 1/1 (alpha = 1/2, max_den = 1) the former.
[[nodiscard]] Fraction closest_fraction(double alpha, std::uint64_t max_den);

}  // namespace scrim
