#include "scrim/samplers/discrete_laplace.hpp"

namespace scrim {

// Below, a table of all values; from there on the high part has a scale between 16 and 32, and the
// low part is accepted with a probability of at least 0.969.
constexpr std::uint64_t least_split_scale = 32;
constexpr std::uint64_t least_high_scale = 16;
// From here on magnitudes could overflow, and 64-bit words would leave the coin too few digits.
constexpr std::uint64_t least_inverted_scale = std::uint64_t{1} << 42;

BulkLaplace::BulkLaplace(const Rational& scale) : sampler_(fastest(scale)) {}

BulkLaplace::Sampler BulkLaplace::fastest(const Rational& scale) {
  if (scale < to_rational(least_split_scale)) return TabledLaplace<>(scale);
  if (scale >= to_rational(least_inverted_scale)) return DiscreteLaplace<>(scale);
  int low_bits = 1;
  while (scale >= to_rational(2 * least_high_scale << low_bits)) ++low_bits;
  return SplitLaplace<>(scale, low_bits);
}

}  // namespace scrim
