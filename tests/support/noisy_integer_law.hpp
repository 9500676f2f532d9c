// The law of an integer under noise that saturates in 8 bits, as enclosures.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/samplers/integer_noise.hpp"
#include "support/by_definition/integer_noise_laws.hpp"

namespace scrim::test {

/// P[add_noise(x, Z) = y] for y = -128 .. 127, where probability(m) is P[Z = m] = P[Z = -m]. What
/// exceeds the ends is what the magnitudes that do not leave of 1.
template <class Probability>
[[nodiscard]] std::vector<BigInterval> law_of_noisy_byte(std::int8_t x,
                                                         const Probability& probability) {
  using Limits = std::numeric_limits<std::int8_t>;
  std::vector<BigInterval> law(256, defined(0));
  BigInterval rest = defined(1);  // P[|Z| >= m]
  constexpr std::uint64_t farthest = 256;
  for (std::uint64_t m = 0; m < farthest; ++m) {
    for (const bool is_negative : {false, true}) {
      if (m == 0 && is_negative) continue;
      const BigInterval mass = probability(m);
      const auto y = static_cast<std::size_t>(add_noise(x, {m, is_negative}) - Limits::min());
      law[y] = law[y] + mass;
      rest = rest - mass;
    }
  }
  law.front() = law.front() + rest * defined(Rational(1, 2));
  law.back() = law.back() + rest * defined(Rational(1, 2));
  return law;
}

/// The same under discrete Laplace noise, and under discrete Gaussian noise of a small scale.
[[nodiscard]] inline std::vector<BigInterval> law_of_laplace_byte(std::int8_t x, double scale) {
  return law_of_noisy_byte(
      x, [&](std::uint64_t m) { return laplace_probability(to_rational(scale), m); });
}
[[nodiscard]] inline std::vector<BigInterval> law_of_gaussian_byte(std::int8_t x, double scale) {
  const Rational variance = to_rational(scale) * to_rational(scale);
  const BigInterval total = gaussian_total(variance);
  return law_of_noisy_byte(
      x, [&](std::uint64_t m) { return gaussian_probability(variance, total, m); });
}

}  // namespace scrim::test
