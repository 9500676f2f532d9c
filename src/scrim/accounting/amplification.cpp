#include "scrim/accounting/amplification.hpp"

#include <algorithm>
#include <cmath>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

namespace {

constexpr Precision amplification_precision = 256;

/// How many binary places after the point come before the first digit of x that is not 0.
Precision leading_zeros(double x) { return std::max(0, -std::ilogb(x)); }

/// Enough to tell doubles apart after 1 was added to a product with exp(epsilon) - 1.
Precision precision_for(double epsilon) {
  return amplification_precision + 3 * leading_zeros(epsilon);
}

double amplified_strictly(double epsilon, const ExactProbability& rate) {
  if (rate.is_zero() || epsilon == 0.0) return 0.0;
  if (rate.is_one() || std::isinf(epsilon)) return epsilon;
  const Rational exact_rate = to_rational(rate);
  const Precision precision = precision_for(epsilon) + 3 * leading_zeros(to_double_up(exact_rate));
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval growth = exp(BigInterval::point(precision, epsilon)) - one;
  const BigInterval loss = ln(one + BigInterval::point(precision, exact_rate) * growth);
  return std::min(epsilon, loss.upper_double());
}

double amplified_delta(double delta, const ExactProbability& rate) {
  return to_double_up(to_rational(rate) * to_rational(std::min(delta, 1.0)));
}

/// delta * (1 + exp(epsilon) + ... + exp((steps - 1) epsilon)), and at most 1.
double delta_of_steps(const LossWithDelta& loss, std::uint32_t steps) {
  if (loss.delta == 0.0) return 0.0;
  if (std::isinf(loss.loss) || loss.delta >= 1.0) return 1.0;
  const Precision precision = precision_for(loss.loss == 0.0 ? 1.0 : loss.loss);
  const BigInterval delta = BigInterval::point(precision, loss.delta);
  const BigInterval number = BigInterval::point(precision, std::uint64_t{steps});
  if (loss.loss == 0.0) return std::min(1.0, (delta * number).upper_double());
  const BigInterval one = BigInterval::point(precision, 1.0);
  const BigInterval epsilon = BigInterval::point(precision, loss.loss);
  return std::min(1.0,
                  (delta * ((exp(number * epsilon) - one) / (exp(epsilon) - one))).upper_double());
}

void check_loss(const LossWithDelta& loss) {
  check_distance(loss.loss, "epsilon");
  check_distance(loss.delta, "delta");
}

}  // namespace

double amplified_loss(double epsilon, const ExactProbability& rate) {
  check_distance(epsilon, "epsilon");
  return strictly([&] { return amplified_strictly(epsilon, rate); });
}

LossWithDelta amplified_loss(const LossWithDelta& loss, const ExactProbability& rate) {
  check_loss(loss);
  return strictly([&] {
    return LossWithDelta{amplified_strictly(loss.loss, rate), amplified_delta(loss.delta, rate)};
  });
}

double loss_of_steps(double epsilon, std::uint32_t steps) {
  check_distance(epsilon, "epsilon");
  if (steps == 0 || epsilon == 0.0) return 0.0;
  return strictly([&] { return mul_up(static_cast<double>(steps), epsilon); });
}

LossWithDelta loss_of_steps(const LossWithDelta& loss, std::uint32_t steps) {
  check_loss(loss);
  if (steps == 0) return {};
  if (steps == 1) return {loss.loss, std::min(loss.delta, 1.0)};
  return strictly(
      [&] { return LossWithDelta{loss_of_steps(loss.loss, steps), delta_of_steps(loss, steps)}; });
}

}  // namespace scrim
