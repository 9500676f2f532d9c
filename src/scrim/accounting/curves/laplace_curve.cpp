#include "scrim/accounting/curves/laplace_curve.hpp"

namespace scrim {

BigInterval LaplaceCurve::at_most(const mpz_class& z, Precision precision) const {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  const BigInterval one = real(1);
  const BigInterval divisor = one + exp(real(-1 / scale_));
  if (z < 0) return exp(real(Rational(z) / scale_)) / divisor;
  return one - exp(real(-Rational(z + 1) / scale_)) / divisor;
}

BigInterval LaplaceCurve::delta(const Rational& epsilon, Precision precision) const {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  const Rational most = Rational(shift_) / scale_;
  if (epsilon >= most) return real(0);
  if (epsilon <= -most) return real(1) - exp(real(epsilon));

  // The best event is {z <= last}, where the loss (shift - 2z) / scale is above epsilon.
  const Rational crossing = (Rational(shift_) - epsilon * scale_) / 2;
  mpz_class last;
  mpz_cdiv_q(last.get_mpz_t(), crossing.get_num_mpz_t(), crossing.get_den_mpz_t());
  last -= 1;
  return at_most(last, precision) - exp(real(epsilon)) * at_most(last - shift_, precision);
}

std::optional<LossLattice> LaplaceCurve::lattice(std::size_t most, int bits) const {
  if (shift_ >= static_cast<unsigned long>(most)) return std::nullopt;
  const Precision precision = lattice_precision(bits);
  LossLattice out{
      {-Rational(shift_) / scale_, 2 / scale_}, {}, BigInterval::point(precision, Rational(0))};
  // The loss number i is at z = shift - i, and higher ones at lower z.
  out.tails.push_back(BigInterval::point(precision, Rational(1)));
  const auto count = shift_.get_ui();
  for (unsigned long i = 1; i <= count; ++i) {
    out.tails.push_back(at_most(shift_ - i, precision));
  }
  return out;
}

}  // namespace scrim
