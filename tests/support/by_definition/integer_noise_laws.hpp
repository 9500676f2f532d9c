// Laws of noise on the integers as they are defined: by their probabilities, one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::test {

/// Bits that the definitions are computed with.
inline constexpr Precision definition_precision = 400;

[[nodiscard]] inline BigInterval defined(const Rational& x) {
  return BigInterval::point(definition_precision, x);
}

/// P[Z = z] = (1 - q) / (1 + q) * q^|z| with q = exp(-1 / scale).
[[nodiscard]] inline BigInterval laplace_probability(const Rational& scale,
                                                     std::uint64_t magnitude) {
  const BigInterval q = exp(defined(Rational(-1 / scale)));
  return (defined(1) - q) / (defined(1) + q) *
         exp(defined(Rational(-to_rational(magnitude) / scale)));
}

/// P[X = x] = (1 - q) * q^x.
[[nodiscard]] inline BigInterval geometric_probability(const Rational& scale, std::uint64_t x) {
  const BigInterval q = exp(defined(Rational(-1 / scale)));
  return (defined(1) - q) * exp(defined(Rational(-to_rational(x) / scale)));
}

/// exp(-z^2 / (2 variance)), and the sum over all integers, for small variances.
[[nodiscard]] inline BigInterval gaussian_weight(const Rational& variance,
                                                 std::uint64_t magnitude) {
  const Rational z = to_rational(magnitude);
  return exp(defined(Rational(-z * z / (2 * variance))));
}

[[nodiscard]] inline BigInterval gaussian_total(const Rational& variance) {
  BigInterval total = gaussian_weight(variance, 0);
  std::uint64_t z = 1;
  for (; gaussian_weight(variance, z).upper_double() > 0x1p-300; ++z) {
    total = total + defined(2) * gaussian_weight(variance, z);
  }
  // Each weight beyond is below the half of the one before it, where the weights are that small.
  return total + BigInterval::from_bits({}) * defined(4) * gaussian_weight(variance, z);
}

/// P[Z = z] = exp(-z^2 / (2 variance)) / total.
[[nodiscard]] inline BigInterval gaussian_probability(const Rational& variance,
                                                      const BigInterval& total,
                                                      std::uint64_t magnitude) {
  return gaussian_weight(variance, magnitude) / total;
}

/// The magnitude that belongs to the uniform number with these words, read as samplers do: the
/// first word but for its lowest bit, then the others. It is the number of j with U < P[|Z| > j],
/// and P[|Z| > j] is what the values up to j leave of 1.
template <class Probability>
[[nodiscard]] std::uint64_t magnitude_by_definition(const std::vector<std::uint64_t>& words,
                                                    const Probability& probability) {
  Rational u(words.front() >> 1);
  u /= Rational(std::uint64_t{1} << 63);
  Rational unit(1, std::uint64_t{1} << 63);
  for (std::size_t i = 1; i < words.size(); ++i) {
    unit /= Rational(mpz_class(1) << 64U);
    u += Rational(words[i]) * unit;
  }
  BigInterval tail = defined(1);
  for (std::uint64_t j = 0;; ++j) {
    tail = tail - (j == 0 ? probability(j) : defined(2) * probability(j));
    if (compare(defined(u), tail) != Order::less) return j;
  }
}

}  // namespace scrim::test
