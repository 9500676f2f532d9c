#include "scrim/accounting/conversions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "scrim/accounting/search_doubles.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr Precision conversion_precision = 256;

BigInterval wide(double x) { return BigInterval::point(conversion_precision, x); }

/// Below this, what an epsilon or a range is worth is next to a multiple of its square, which is
/// never below it: closer than doubles tell, and computed in no time.
constexpr double smallest_told_apart = 0x1p-30;

/// Enough for differences of functions of a small epsilon, which lose up to three of its digits for
/// each that it lacks: those that remain tell neighbouring doubles apart.
Precision precision_near_zero(double epsilon) {
  return conversion_precision + 3 * std::max(0, -std::ilogb(epsilon));
}

void check_order(double order) {
  if (order > 1.0 && std::isfinite(order)) return;
  fail(ErrorKind::invalid_argument,
       "the order is " + describe_value(order) + "; give a finite number above 1");
}

/// ln of (1 - 1/a)^a / (a - 1).
BigInterval log_of_constant(double order) {
  const BigInterval a = wide(order);
  const BigInterval before = a - wide(1.0);
  return a * ln(before / a) - ln(before);
}

/// The same in doubles, for choosing an order: nothing rests on it.
double about_log_of_constant(double order_minus_1) {
  return -(1.0 + order_minus_1) * std::log1p(1.0 / order_minus_1) - std::log(order_minus_1);
}

/// The delta that a Renyi divergence `loss` at an order leaves at epsilon.
double delta_at_order(double order, const BigInterval& loss, double epsilon) {
  const BigInterval exponent = (wide(order) - wide(1.0)) * (loss - wide(epsilon));
  return std::min(1.0, exp(exponent + log_of_constant(order)).upper_double());
}

/// The epsilon at which that delta is left.
double epsilon_at_order(double order, const BigInterval& loss, double delta) {
  const BigInterval rest = log_of_constant(order) - ln(wide(delta));
  return std::max(0.0, (loss + rest / (wide(order) - wide(1.0))).upper_double());
}

/// 1 + exp(t) for the t at which `cost`, a function of an order less 1, is about least.
template <class Cost>
double best_conversion_order(const Cost& cost) {
  // Golden section. Beyond these ends an order is of no more use than at them.
  constexpr double ratio = 0.6180339887498949;
  double low = -30.0;
  double high = 60.0;
  double left = high - ratio * (high - low);
  double right = low + ratio * (high - low);
  double cost_left = cost(std::exp(left));
  double cost_right = cost(std::exp(right));
  while (high - low > 1e-9) {
    if (cost_left <= cost_right) {
      high = right;
      right = left;
      cost_right = cost_left;
      left = high - ratio * (high - low);
      cost_left = cost(std::exp(left));
    } else {
      low = left;
      left = right;
      cost_left = cost_right;
      right = low + ratio * (high - low);
      cost_right = cost(std::exp(right));
    }
  }
  return 1.0 + std::exp(low + (high - low) / 2);
}

double delta_of_rho_strictly(double rho, double epsilon) {
  if (rho == 0.0 || std::isinf(epsilon)) return 0.0;
  if (std::isinf(rho)) return 1.0;
  const double order = best_conversion_order(
      [&](double t) { return t * ((1.0 + t) * rho - epsilon) + about_log_of_constant(t); });
  return delta_at_order(order, wide(order) * wide(rho), epsilon);
}

double epsilon_of_rho_strictly(double rho, double delta) {
  if (rho == 0.0 || delta >= 1.0) return 0.0;
  if (std::isinf(rho) || delta == 0.0) return unbounded;
  const double log_delta = std::log(delta);
  const double order = best_conversion_order(
      [&](double t) { return (1.0 + t) * rho + (about_log_of_constant(t) - log_delta) / t; });
  const double epsilon = epsilon_at_order(order, wide(order) * wide(rho), delta);
  // It holds at this order; so that it can also be checked with delta_of_rho, whose order may be
  // another, go up by what doubles cannot tell.
  return first_at_or_above(epsilon,
                           [&](double e) { return delta_of_rho_strictly(rho, e) <= delta; });
}

void check_losses_at(const RenyiDivergence& measure, const RenyiLosses& losses) {
  check_distance(losses, "losses");
  if (losses.at_orders.empty() || losses.at_orders.size() == measure.orders().size()) return;
  fail(ErrorKind::invalid_argument, "there are " + std::to_string(losses.at_orders.size()) +
                                        " losses for " + std::to_string(measure.orders().size()) +
                                        " orders; give one for each");
}

double delta_of_renyi_strictly(const RenyiDivergence& measure, const RenyiLosses& losses,
                               double epsilon) {
  if (losses.at_orders.empty() || std::isinf(epsilon)) return 0.0;
  double best = 1.0;
  for (std::size_t i = 0; i < losses.at_orders.size(); ++i) {
    if (losses.at_orders[i] == 0.0) return 0.0;  // equal laws
    if (std::isinf(losses.at_orders[i])) continue;
    best = std::min(best, delta_at_order(measure.orders()[i], wide(losses.at_orders[i]), epsilon));
  }
  return best;
}

}  // namespace

double rho_of_epsilon(double epsilon) {
  check_distance(epsilon, "epsilon");
  return strictly([&] {
    if (std::isinf(epsilon)) return epsilon;
    if (epsilon < smallest_told_apart) return div_up(mul_up(epsilon, epsilon), 2.0);
    const BigInterval e = BigInterval::point(precision_near_zero(epsilon), epsilon);
    const BigInterval one = BigInterval::point(e.precision(), 1.0);
    const BigInterval q = exp(-e);
    return (e * (one - q) / (one + q)).upper_double();
  });
}

double rho_of_range(double epsilon) {
  check_distance(epsilon, "epsilon");
  return strictly([&] {
    if (std::isinf(epsilon)) return epsilon;
    if (epsilon < smallest_told_apart) return div_up(mul_up(epsilon, epsilon), 8.0);
    // With q = exp(-epsilon), r = epsilon q / (1 - q) and -ln(r) = epsilon + ln(1 - q) -
    // ln(epsilon).
    const BigInterval e = BigInterval::point(precision_near_zero(epsilon), epsilon);
    const BigInterval one = BigInterval::point(e.precision(), 1.0);
    const BigInterval q = exp(-e);
    return (e * q / (one - q) - one + e + ln(one - q) - ln(e)).upper_double();
  });
}

double rho_of_laplace(double distance, double scale) {
  check_distance(distance, "distance");
  if (!(scale > 0.0 && std::isfinite(scale))) {
    fail(ErrorKind::invalid_argument,
         "the scale is " + describe_value(scale) + "; give a finite number above 0");
  }
  return strictly([&] {
    if (distance == 0.0 || std::isinf(distance)) return distance;
    // The differences below lose three digits for each of the scale, and one for each of a small
    // distance; with these many, those that remain tell neighbouring doubles apart.
    const Precision precision = conversion_precision + 3 * std::max(0, std::ilogb(scale)) +
                                std::max(0, -std::ilogb(distance));
    const auto real = [&](double x) { return BigInterval::point(precision, x); };
    const BigInterval q = exp(-(real(1.0) / real(scale)));
    const BigInterval met =
        (q + q) * (real(1.0) - exp(-(real(distance) / real(scale)))) / (real(1.0) - q * q);
    return ((real(distance) - met) / real(scale)).upper_double();
  });
}

double renyi_of_epsilon(double epsilon, double order) {
  check_distance(epsilon, "epsilon");
  check_order(order);
  return strictly([&] {
    if (epsilon == 0.0 || std::isinf(epsilon)) return epsilon;
    // ln((exp(e a) + exp(e (1 - a))) / (1 + exp(e))) / (a - 1), with exp(e (a - 1)) taken out.
    const BigInterval e = BigInterval::point(precision_near_zero(epsilon), epsilon);
    const BigInterval one = BigInterval::point(e.precision(), 1.0);
    const BigInterval a = BigInterval::point(e.precision(), order);
    const BigInterval rest = ln(one + exp(e * (one - a - a))) - ln(one + exp(-e));
    return std::min(epsilon, (e + rest / (a - one)).upper_double());
  });
}

double delta_of_rho(double rho, double epsilon) {
  check_distance(rho, "rho");
  check_distance(epsilon, "epsilon");
  return strictly([&] { return delta_of_rho_strictly(rho, epsilon); });
}

double epsilon_of_rho(double rho, double delta) {
  check_distance(rho, "rho");
  check_distance(delta, "delta");
  return strictly([&] { return epsilon_of_rho_strictly(rho, delta); });
}

double delta_of_rho(const LossWithDelta& loss, double epsilon) {
  check_distance(loss.loss, "rho");
  check_distance(loss.delta, "the delta beside rho");
  check_distance(epsilon, "epsilon");
  return strictly([&] {
    if (loss.delta >= 1.0) return 1.0;
    const double within_rho = delta_of_rho(loss.loss, epsilon);
    return std::min(1.0, add_up(loss.delta, mul_up(sub_up(1.0, loss.delta), within_rho)));
  });
}

double epsilon_of_rho(const LossWithDelta& loss, double delta) {
  check_distance(loss.loss, "rho");
  check_distance(loss.delta, "the delta beside rho");
  check_distance(delta, "delta");
  return strictly([&] {
    if (delta >= 1.0) return 0.0;
    if (loss.delta > delta) return unbounded;
    // At most (delta - delta_0) / (1 - delta_0); then what it comes to was tried.
    const double left = div_down(sub_down(delta, loss.delta), sub_up(1.0, loss.delta));
    return first_at_or_above(epsilon_of_rho(loss.loss, left),
                             [&](double e) { return delta_of_rho(loss, e) <= delta; });
  });
}

double rho_within(double epsilon, double delta) {
  check_distance(epsilon, "epsilon");
  check_distance(delta, "delta");
  return strictly([&] {
    if (std::isinf(epsilon) || delta >= 1.0) return unbounded;
    if (delta == 0.0) return 0.0;
    return last_double_with(
        [&](double rho) { return delta_of_rho_strictly(rho, epsilon) <= delta; });
  });
}

double delta_of_renyi(const RenyiDivergence& measure, const RenyiLosses& losses, double epsilon) {
  check_losses_at(measure, losses);
  check_distance(epsilon, "epsilon");
  return strictly([&] { return delta_of_renyi_strictly(measure, losses, epsilon); });
}

double epsilon_of_renyi(const RenyiDivergence& measure, const RenyiLosses& losses, double delta) {
  check_losses_at(measure, losses);
  check_distance(delta, "delta");
  return strictly([&] {
    if (losses.at_orders.empty() || delta >= 1.0) return 0.0;
    double best = unbounded;
    for (std::size_t i = 0; i < losses.at_orders.size(); ++i) {
      if (losses.at_orders[i] == 0.0) return 0.0;  // equal laws
      if (std::isinf(losses.at_orders[i]) || delta == 0.0) continue;
      best =
          std::min(best, epsilon_at_order(measure.orders()[i], wide(losses.at_orders[i]), delta));
    }
    return first_at_or_above(
        best, [&](double e) { return delta_of_renyi_strictly(measure, losses, e) <= delta; });
  });
}

}  // namespace scrim
