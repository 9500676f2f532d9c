// The least noise for a target, by asking the accountant. Whatever the search does, what it returns
// was verified.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

#include "scrim/accounting/accountant.hpp"
#include "scrim/accounting/amplification.hpp"
#include "scrim/accounting/compose_losses.hpp"
#include "scrim/accounting/curves/gaussian_curve.hpp"
#include "scrim/accounting/curves/laplace_curve.hpp"
#include "scrim/accounting/curves/sampled_curves.hpp"
#include "scrim/accounting/search_doubles.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

constexpr double width_tolerance = 0x1p-16;
/// By what part of itself a guess may be off.
constexpr double guess_error = 0x1p-4;
// Of rough answers, which tell where to look.
constexpr double rough_slack = 0x1p-4;
constexpr double rough_tolerance = 0x1p-10;
constexpr double rough_error = 0x1p-8;
constexpr int rough_bits_below_delta = 12;
constexpr double least_rough_delta = 0x1p-180;  // below, answers go by rho too, and these do not
constexpr double least_width_tried = 0x1p-20;
constexpr double largest_width_tried = 0x1p60;

void check_target(std::string_view function, const NoiseTarget& target, bool may_be_pure) {
  const auto refuse = [&](std::string_view name, const auto& value, std::string_view accepted) {
    fail(ErrorKind::invalid_argument,
         fmt::format("{}: {} is {}; it must be {}", function, name, value, accepted));
  };
  if (!(target.epsilon > 0 && target.epsilon <= 0x1p20)) {
    refuse("epsilon", target.epsilon, "above 0 and at most 2^20");
  }
  if (may_be_pure ? !(target.delta >= 0 && target.delta < 1)
                  : !(target.delta > 0 && target.delta < 1)) {
    refuse(
        "delta", target.delta,
        may_be_pure ? "from 0 to below 1" : "above 0 and below 1 (no sigma is enough for delta 0)");
  }
  if (target.sensitivity < 1) refuse("sensitivity", target.sensitivity, "1 or more");
  if (target.times < 1) refuse("times", target.times, "1 or more");
  if (target.rate.is_zero()) refuse("rate", 0, "above 0 and at most 1");
}

double delta_of(const PrivacyProfile& one, const NoiseTarget& target) {
  PrivacyProfile all;
  all.add(one.sampled(target.rate), target.times);
  return all.delta(target.epsilon);
}

mpz_class to_integer(std::uint64_t x) { return mpz_class(static_cast<unsigned long>(x)); }

// What each release may lose of all rows, if losses add up to epsilon.
Rational pure_loss_of_one(const NoiseTarget& target) {
  const Rational times = to_rational(target.times);
  const Rational epsilon = to_rational(target.epsilon);
  if (target.rate.is_one()) return epsilon / times;
  const double largest = last_double_with([&](double loss) {
    const double amplified = amplified_loss(loss, target.rate);
    return std::isfinite(amplified) && times * to_rational(amplified) <= epsilon;
  });
  return std::max(to_rational(largest), Rational(epsilon / times));
}

// Likewise, but for a slack that is larger: from samples an answer takes seconds, and this one a
// fraction of that.
double rough_delta_of(const SharedCurve& one, const NoiseTarget& target) {
  const int delta_bits = rough_bits_below_delta - std::ilogb(target.delta);
  const CurvePair sample = sampled_curves(CurvePair(one), to_rational(target.rate));
  return compose_losses({{sample, target.times}}, delta_bits, rough_slack).delta(target.epsilon);
}

// Where a search begins, how far off that may be as a part of it, and how close it has to come.
struct WidthSearch {
  double guess;
  double error = guess_error;
  double tolerance = width_tolerance;
};

// The least width, to the relative tolerance, at which delta_at(width) is at most this delta; it
// falls with the width but for slack.
double least_width_for(std::string_view function, double delta, const WidthSearch& search,
                       auto delta_at) {
  // By how many powers of e the target is missed, against the logarithm of the width.
  const auto excess_at = [&](double width) {
    const double reached = delta_at(width);
    if (reached <= delta) return std::min(std::log(std::max(reached, 1e-300) / delta), -0x1p-60);
    return std::max(std::log(reached / delta), 0x1p-60);
  };
  double enough = std::clamp(search.guess, least_width_tried, largest_width_tried);
  double excess_enough = excess_at(enough);
  double factor = 1 + search.error;
  double too_little = enough;
  double excess_too_little = excess_enough;
  if (excess_enough > 0) {
    do {
      if (enough >= largest_width_tried) {
        fail(ErrorKind::no_answer,
             fmt::format(
                 "{}: no noise up to 2^60 is enough for this target; raise epsilon or delta, "
                 "or ask for fewer releases",
                 function));
      }
      too_little = enough;
      excess_too_little = excess_enough;
      enough = std::min(enough * factor, largest_width_tried);
      factor *= factor;
      excess_enough = excess_at(enough);
    } while (excess_enough > 0);
  } else {
    do {
      enough = too_little;
      excess_enough = excess_too_little;
      if (enough <= least_width_tried) return enough;
      too_little = std::max(too_little / factor, least_width_tried);
      factor *= factor;
      excess_too_little = excess_at(too_little);
    } while (excess_too_little <= 0);
  }

  // The straight line through both ends, and the middle where that gains too little.
  bool was_slow = false;
  while (enough > too_little * (1 + search.tolerance)) {
    const double low = std::log(too_little);
    const double high = std::log(enough);
    const double part = excess_too_little / (excess_too_little - excess_enough);
    // A little beyond the line, so that the root is passed and the other end comes close too.
    double at = was_slow ? (low + high) / 2 : low + (high - low) * part;
    const double margin = std::min(0.4 * search.tolerance, (high - low) / 4);
    at += (part > 0.5 ? -margin : margin);
    const double width = std::clamp(std::exp(at), std::nextafter(too_little, enough),
                                    std::nextafter(enough, too_little));
    if (!(too_little < width && width < enough)) break;
    const double excess = excess_at(width);
    (excess > 0 ? too_little : enough) = width;
    (excess > 0 ? excess_too_little : excess_enough) = excess;
    was_slow = std::log(enough / too_little) > (high - low) / 4;
  }
  return enough;
}

// The same by rough answers first, which no answer rests on.
double least_width_roughly_first(std::string_view function, const NoiseTarget& target, double guess,
                                 auto rough_delta_at, auto delta_at) {
  WidthSearch search{.guess = guess};
  if (!target.rate.is_one() && target.times > 1 && target.delta >= least_rough_delta) {
    search.tolerance = rough_tolerance;
    search.guess = least_width_for(function, target.delta, search, rough_delta_at);
    search.error = rough_error;
    search.tolerance = width_tolerance;
  }
  return least_width_for(function, target.delta, search, delta_at);
}

}  // namespace

double least_gaussian_sigma(const NoiseTarget& target) {
  check_target("least_gaussian_sigma", target, /*may_be_pure=*/false);
  return strictly([&] {
    const double shift =
        static_cast<double>(target.sensitivity) * std::sqrt(static_cast<double>(target.times));
    const double likely = std::sqrt(2 * std::log(1 / target.delta)) + 0.5;
    // So many standard deviations may all releases be moved; and those from samples move by about
    // rate * sqrt(times * (e^(1 / sigma^2) - 1)), for a sensitivity of 1.
    const double moved = 2 * target.epsilon / (likely + std::sqrt(2 * target.epsilon));
    const double seen = to_double_up(to_rational(target.rate));
    const double guess = target.rate.is_one()
                             ? shift / moved
                             : static_cast<double>(target.sensitivity) /
                                   std::sqrt(std::log1p(std::pow(moved / seen, 2) /
                                                        static_cast<double>(target.times)));
    return least_width_roughly_first(
        "least_gaussian_sigma", target, guess,
        [&](double sigma) {
          const Rational width = to_rational(sigma);
          return rough_delta_of(
              std::make_shared<GaussianCurve>(width * width, to_integer(target.sensitivity)),
              target);
        },
        [&](double sigma) {
          return delta_of(PrivacyProfile::of_gaussian(sigma, target.sensitivity), target);
        });
  });
}

double least_laplace_scale(const NoiseTarget& target) {
  check_target("least_laplace_scale", target, /*may_be_pure=*/true);
  return strictly([&] {
    const double pure = to_double_up(to_rational(target.sensitivity) / pure_loss_of_one(target));
    if (target.delta == 0) return std::max(pure, least_width_tried);
    const double scale = least_width_roughly_first(
        "least_laplace_scale", target, pure,
        [&](double width) {
          return rough_delta_of(
              std::make_shared<LaplaceCurve>(to_rational(width), to_integer(target.sensitivity)),
              target);
        },
        [&](double width) {
          return delta_of(PrivacyProfile::of_laplace(width, target.sensitivity), target);
        });
    return std::min(scale, std::max(pure, least_width_tried));
  });
}

}  // namespace scrim
