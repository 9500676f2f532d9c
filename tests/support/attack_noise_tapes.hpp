// Which integers noise can lead to: for a given one, the random words that lead there.
#pragma once

#include <cstdint>

#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/measurements/noise/noise_adder.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"
#include "scrim/samplers/discrete_laplace.hpp"

namespace scrim::test {

/// What make_laplace and make_gaussian add noise with, open to a bit source of one's own.
using LaplaceAdder = NoiseAdder<DiscreteLaplace<>, BulkLaplace>;
using GaussianAdder = NoiseAdder<DiscreteGaussian<>, BulkGaussian>;

[[nodiscard]] inline LaplaceAdder laplace_adder(double scale) {
  return LaplaceAdder(to_rational(scale));
}
[[nodiscard]] inline GaussianAdder gaussian_adder(double scale) {
  return GaussianAdder(gaussian_variance(scale));
}

/// One word, and zeros for ever: a coin that decides by zeros comes up heads.
class WordThenZeros {
 public:
  explicit WordThenZeros(std::uint64_t word) : word_(word) {}

  std::uint64_t next_word() {
    const std::uint64_t word = word_;
    word_ = 0;
    return word;
  }

 private:
  std::uint64_t word_;
};

/// Whether some word makes `release` out of `secret`. The lowest bit of the word is the sign of the
/// noise, and the others are a number of which its magnitude is a falling function: by bisection.
///
/// An answer of no may be wrong only where so much noise takes more than 63 bits: at some thirty
/// times a scale of 2^20 and more, which no attack lives to see.
template <class Adder>
[[nodiscard]] bool is_reachable(const Adder& adder, std::int64_t secret, std::int64_t release) {
  const bool is_negative = release < secret;
  std::uint64_t least = 0;
  std::uint64_t most = (std::uint64_t{1} << 63) - 1;
  while (least <= most) {
    const std::uint64_t head = least + (most - least) / 2;
    WordThenZeros source(head << 1 | (is_negative ? 1U : 0U));
    const std::int64_t reached = adder.add_to(secret, source);
    if (reached == release) return true;
    const bool goes_too_far = is_negative ? reached < release : reached > release;
    if (goes_too_far) {
      least = head + 1;
    } else if (head == 0) {
      return false;
    } else {
      most = head - 1;
    }
  }
  return false;
}

}  // namespace scrim::test
