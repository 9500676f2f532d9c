#include "scrim/accounting/curves/concentrated_curve.hpp"

#include <cmath>

namespace scrim {

namespace {

// Orders are 1 + beta for beta = 2^(j / 1024): a fixed list, so that the least bound over it falls
// with epsilon. Between neighbours the bound is off by less than 2^-15 of itself at delta 1e-60.
constexpr int orders_per_octave = 1024;
constexpr int most_octaves = 64;

double beta_of(int j) { return std::exp2(static_cast<double>(j) / orders_per_octave); }

// About the order at which the bound is least: where its derivative, which rises, changes sign.
int best_order(double rho, double epsilon) {
  int low = -most_octaves * orders_per_octave;
  int high = most_octaves * orders_per_octave;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    const double beta = beta_of(middle);
    const double slope = (1 + 2 * beta) * rho - epsilon - std::log1p(1 / beta);
    (slope < 0 ? low : high) = middle;
  }
  return low;
}

}  // namespace

BigInterval ConcentratedCurve::factor_of(int j, Precision precision) const {
  const std::lock_guard lock(mutex_);
  const auto known = factors_.find({precision, j});
  if (known != factors_.end()) return known->second;
  const BigInterval beta = BigInterval::point(precision, beta_of(j));
  const BigInterval alpha = BigInterval::point(precision, Rational(1 + to_rational(beta_of(j))));
  const BigInterval factor = beta * ln(beta) - alpha * ln(alpha);
  factors_.emplace(std::pair{precision, j}, factor);
  return factor;
}

BigInterval ConcentratedCurve::without_mass(const Rational& epsilon, Precision precision) const {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  const BigInterval one = real(1);
  if (epsilon < 0)
    return one - exp(real(epsilon)) + exp(real(epsilon)) * without_mass(-epsilon, precision);
  if (rho_ == 0) return real(0);

  // The best of the list is at or beside where the derivative in doubles changes sign.
  const int best = best_order(rho_.get_d(), epsilon.get_d());
  BigInterval least = one;
  for (int j = best - 1; j <= best + 2; ++j) {
    const Rational beta = to_rational(beta_of(j));
    const BigInterval exponent = real(beta * ((1 + beta) * rho_ - epsilon));
    const BigInterval bound = exp(exponent + factor_of(j, precision));
    if (compare(bound, least) == Order::less) least = bound;
  }
  return least;
}

BigInterval ConcentratedCurve::delta(const Rational& epsilon, Precision precision) const {
  const BigInterval rest = BigInterval::point(precision, Rational(1 - delta_));
  return BigInterval::point(precision, delta_) + rest * without_mass(epsilon, precision);
}

}  // namespace scrim
