#include "scrim/accounting/curves/range_curve.hpp"

namespace scrim {

BigInterval RangeCurve::delta(const Rational& epsilon, Precision precision) const {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  if (epsilon >= epsilon_) return real(0);
  if (epsilon <= -epsilon_) return real(1) - exp(real(epsilon));
  const BigInterval gap = exp(real(epsilon_ / 2)) - exp(real(epsilon / 2));
  return gap * gap / (exp(real(epsilon_)) - real(1));
}

}  // namespace scrim
