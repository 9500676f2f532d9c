// Doubles at which rounding goes wrong first, and doubles of random bit pattern.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace scrim::test {

/// Zeros, subnormals, the neighbours of the normal range's ends, powers of two and their
/// neighbours, halves and squares that make ties and exact results; both signs.
inline std::vector<double> edge_doubles() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> magnitudes = {0.0,
                                    Limits::denorm_min(),
                                    2 * Limits::denorm_min(),
                                    3 * Limits::denorm_min(),
                                    0x0.fffffffffffffp-1022,
                                    Limits::min(),
                                    0x1.0000000000001p-1022,
                                    0x1p-1000,
                                    0x1p-900,
                                    0x1.fffffffffffffp-901,
                                    0x1p-537,
                                    0x1.fffffffffffffp-538,
                                    0x1.6a09e667f3bcdp-537,
                                    0x1p-54,
                                    0x1p-53,
                                    0x1.0000000000001p-53,
                                    0x1p-52,
                                    0.1,
                                    1.0 / 3,
                                    0.5,
                                    0x1.fffffffffffffp-1,
                                    1.0,
                                    0x1.0000000000001p0,
                                    0x1.0000000000002p0,
                                    1.5,
                                    2.0,
                                    3.0,
                                    9.0,
                                    10.0,
                                    0x1.fffffffffffffp52,
                                    0x1p53,
                                    0x1.0000000000001p53,
                                    0x1p63,
                                    1e100,
                                    0x1p511,
                                    0x1p512,
                                    0x1.fffffffffffffp511,
                                    0x1p970,
                                    0x1.fffffffffffffp969,
                                    0x1p1000,
                                    0x1p1023,
                                    0x1.ffffffffffffep1023,
                                    Limits::max()};
  std::vector<double> out;
  for (const double x : magnitudes) {
    out.push_back(x);
    out.push_back(-x);
  }
  return out;
}

/// A double of uniformly random bit pattern that is not NaN.
inline double random_double(std::mt19937_64& generator) {
  for (;;) {
    const auto x = std::bit_cast<double>(generator());
    if (!std::isnan(x)) return x;
  }
}

/// A finite double of uniformly random bit pattern.
inline double random_finite_double(std::mt19937_64& generator) {
  for (;;) {
    const double x = random_double(generator);
    if (std::isfinite(x)) return x;
  }
}

/// A uniform double in [0, 1).
inline double random_fraction(std::mt19937_64& generator) {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

}  // namespace scrim::test
