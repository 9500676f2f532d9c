#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

// Up to here a table of all values; beyond, the high part has a standard deviation between 64 and
// 128, and the low part is accepted with a probability of at least 0.99.
constexpr unsigned long largest_tabled_variance = 128UL * 128UL;

Rational laplace_scale_for(const Rational& variance) {
  const mpz_class whole = variance.get_num() / variance.get_den();
  return Rational(sqrt(whole) + 1);
}

BulkGaussian::BulkGaussian(const Rational& variance) : sampler_(fastest(variance)) {}

BulkGaussian::Sampler BulkGaussian::fastest(const Rational& variance) {
  if (variance <= largest_tabled_variance) return TabledGaussian<>(variance);
  int low_bits = 1;
  while (variance > mpz_class(largest_tabled_variance)
                        << 2 * static_cast<unsigned long>(low_bits)) {
    ++low_bits;
  }
  return SplitGaussian<>(variance, low_bits);
}

}  // namespace scrim
