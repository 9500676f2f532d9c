#include "scrim/samplers/gaussian_tails.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace scrim {

GaussianTails::Sums GaussianTails::enclose_sums(std::uint64_t last, Precision precision) const {
  // Where weights fall below 2^-precision, roughly: the rest is bounded wherever the sum ends.
  const double enough = std::sqrt(2.0 * variance_.get_d() * precision * std::log(2.0));
  const std::uint64_t terms = std::max(last, static_cast<std::uint64_t>(enough)) + 1;

  // w_(k+1) = w_k r_k with r_k = exp(-(2k + 1) / (2 variance)), and r_(k+1) = r_k exp(-1/variance).
  const BigInterval fall = exp(-BigInterval::point(precision, Rational(1 / variance_)));
  BigInterval ratio = exp(-BigInterval::point(precision, Rational(1 / (2 * variance_))));
  const BigInterval one = BigInterval::point(precision, 1.0);
  std::vector<BigInterval> weights{one};
  for (std::uint64_t k = 0; k <= terms; ++k) {
    weights.push_back(weights.back() * ratio);
    ratio = ratio * fall;
  }
  // The first weight that is not summed, and at most a geometric series of them.
  const BigInterval rest = BigInterval::from_bits({}) * (weights.back() / (one - ratio));
  weights.pop_back();

  std::vector<BigInterval> beyond(weights.size(), rest);
  for (std::size_t j = weights.size() - 1; j-- > 0;) beyond[j] = beyond[j + 1] + weights[j + 1];
  const BigInterval zero_weight =
      kind_ == GaussianKind::one_sided ? one : BigInterval::point(precision, 0.5);
  return {beyond, zero_weight + beyond.front()};
}

BigInterval GaussianTails::Tail::enclose(Precision precision) const {
  const Sums sums = law_->enclose_sums(j_, precision);
  return sums.beyond[j_] / sums.total;
}

std::vector<BigInterval> GaussianTails::enclose_tails(int bits, Precision precision) const {
  const BigInterval limit =
      BigInterval::point(precision, Rational(1, mpz_class(1) << static_cast<unsigned long>(bits)));
  const auto is_below_limit = [&](const BigInterval& tail) {
    return compare(tail, limit) == Order::less;
  };
  // Twice as far until the last is below: at once, where the precision exceeds the bits.
  for (std::uint64_t last = 1;; last *= 2) {
    const Sums sums = enclose_sums(last, precision);
    std::vector<BigInterval> tails;
    for (const BigInterval& beyond : sums.beyond) {
      tails.push_back(beyond / sums.total);
      if (is_below_limit(tails.back())) return tails;
    }
  }
}

}  // namespace scrim
