#include "scrim/accounting/curves/steps_curve.hpp"

namespace scrim {

namespace {

/// 1 + e^x + ... + e^((steps - 1) x) = (e^(steps x) - 1) / (e^x - 1), for an x of at least 0.
BigInterval sum_of_powers(const Rational& x, const Rational& steps, Precision precision) {
  if (x == 0) return BigInterval::point(precision, steps);
  const auto zeros = static_cast<int>(mpz_sizeinbase(x.get_den_mpz_t(), 2));
  const auto real = [&](const Rational& y) { return BigInterval::point(precision + zeros + 8, y); };
  return (exp(real(steps * x)) - real(1)) / (exp(real(x)) - real(1));
}

}  // namespace

StepsCurve::StepsCurve(const CurvePair& one, std::uint64_t steps)
    : one_(one.symmetrised().forward()), steps_(steps) {}

BigInterval StepsCurve::delta(const Rational& epsilon, Precision precision) const {
  const BigInterval whole = BigInterval::point(precision, Rational(1));
  if (epsilon < 0) {
    const BigInterval a = exp(BigInterval::point(precision, epsilon));
    return whole - a + a * delta(-epsilon, precision);
  }
  const Rational steps = to_rational(steps_);
  const Rational part = epsilon / steps;
  BigInterval bound = one_->delta(part, precision) * sum_of_powers(part, steps, precision);
  return compare(bound, whole) == Order::greater ? whole : bound;
}

}  // namespace scrim
