#include "scrim/accounting/curves/gaussian_curve.hpp"

#include <cmath>

namespace scrim {

BigInterval GaussianCurve::delta(const Rational& epsilon, Precision precision) const {
  // The best event is {y >= first}, where the loss shift (shift + 2y) / (2 variance) is above
  // epsilon.
  const Rational crossing = epsilon * variance_ / Rational(shift_) - Rational(shift_) / 2;
  mpz_class first;
  mpz_fdiv_q(first.get_mpz_t(), crossing.get_num_mpz_t(), crossing.get_den_mpz_t());
  first += 1;
  const BigInterval factor = exp(BigInterval::point(precision, epsilon));
  const Tails tails = tails_from(first, precision);
  return tails.at_first - factor * tails.at_moved;
}

GaussianCurve::Tails GaussianCurve::tails_from(const mpz_class& first, Precision precision) const {
  const std::lock_guard lock(mutex_);
  if (!last_tails_ || last_tails_->first != first || last_tails_->precision != precision) {
    last_tails_ = Tails{first, precision, tail_.from(first, precision),
                        tail_.from(first + shift_, precision)};
  }
  return *last_tails_;
}

std::optional<LossLattice> GaussianCurve::lattice(std::size_t most, int bits) const {
  // Noise beyond `reach` is less likely than 2^-bits.
  const double reach = std::ceil(std::sqrt(2 * std::log(2.0) * variance_.get_d() * bits)) + 2;
  if (!(2 * reach + 1 <= static_cast<double>(most))) return std::nullopt;

  const Precision precision = lattice_precision(bits);
  const auto highest = static_cast<long>(reach);
  const Rational step = Rational(shift_) / variance_;
  LossLattice out{{step * (Rational(-highest) + Rational(shift_) / 2), step},
                  {},
                  tail_.from(mpz_class(highest + 1), precision)};
  for (long y = -highest; y <= highest; ++y) {
    out.tails.push_back(tail_.from(mpz_class(y), precision));
  }
  return out;
}

}  // namespace scrim
