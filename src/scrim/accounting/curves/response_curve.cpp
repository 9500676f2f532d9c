#include "scrim/accounting/curves/response_curve.hpp"

namespace scrim {

ResponseCurve::ResponseCurve(Rational epsilon, std::uint64_t categories, Rational delta)
    : epsilon_(std::move(epsilon)), categories_(categories), delta_(std::move(delta)) {}

BigInterval ResponseCurve::delta(const Rational& epsilon, Precision precision) const {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  const BigInterval a = exp(real(epsilon));
  const BigInterval weight = exp(real(epsilon_));
  const BigInterval whole = weight + real(to_rational(categories_ - 1));

  // The outcomes a, b and the others have the losses epsilon_, -epsilon_ and 0.
  BigInterval response = real(0);
  if (epsilon < epsilon_) response = (weight - a) / whole;
  if (epsilon < 0) {
    response = response + real(to_rational(categories_ - 2)) * (real(1) - a) / whole;
  }
  if (epsilon < -epsilon_) response = real(1) - a;
  return real(delta_) + real(1 - delta_) * response;
}

std::optional<LossLattice> ResponseCurve::lattice(std::size_t most, int bits) const {
  if (most < 3) return std::nullopt;
  const Precision precision = lattice_precision(bits);
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  const BigInterval one = real(1);
  if (epsilon_ == 0) return LossLattice{{Rational(0), Rational(1)}, {one}, real(delta_)};

  const BigInterval fall = exp(real(-epsilon_));
  const BigInterval others = real(to_rational(categories_ - 2));
  const BigInterval whole = one + fall + others * fall;
  const auto tail = [&](const BigInterval& part) {
    return real(delta_) + real(1 - delta_) * (part / whole);
  };
  if (categories_ == 2) {
    return LossLattice{{-epsilon_, 2 * epsilon_}, {one, tail(one)}, real(delta_)};
  }
  return LossLattice{
      {-epsilon_, epsilon_}, {one, tail(one + others * fall), tail(one)}, real(delta_)};
}

}  // namespace scrim
