#include "scrim/measurements/noise/noise_tails.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "scrim/accounting/curves/gaussian_upper_tail.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/samplers/gaussian_tails.hpp"
#include "scrim/samplers/geometric_tails.hpp"

namespace scrim {

namespace {

constexpr Precision tail_precision = 192;
/// Above it a Gaussian is not added up term by term: tails are expanded, radii go by integrals.
constexpr double largest_added_scale = 1024;
/// The variance of that scale, at which the expansion is as narrow as tails need.
constexpr double least_expanded_variance = largest_added_scale * largest_added_scale;

void check_confidence(double confidence, const std::string& function) {
  if (confidence >= 0 && confidence < 1) return;
  fail(ErrorKind::invalid_argument, function + ": confidence is " + describe_value(confidence) +
                                        "; give a number from 0 on and below 1, such as 0.95");
}

/// 1 - confidence as a real number.
struct AllowedTail {
  double confidence;

  [[nodiscard]] Interval enclose() const {
    return Interval::point(1) - Interval::point(confidence);
  }
  [[nodiscard]] BigInterval enclose(Precision precision) const {
    return BigInterval::point(precision, 1.0) - BigInterval::point(precision, confidence);
  }
};

/// The probability, rounded up; its enclosure may reach beyond 1.
[[nodiscard]] double rounded_up(const BigInterval& probability) {
  return std::min(1.0, probability.upper_double());
}

/// The least distance that `is_within` accepts; it must accept every larger one.
template <class IsWithin>
[[nodiscard]] std::uint64_t least_distance(const IsWithin& is_within, const std::string& function,
                                           double scale) {
  if (is_within(0)) return 0;
  std::uint64_t refused = 0;
  std::uint64_t accepted = 0;
  do {
    if (accepted == std::numeric_limits<std::uint64_t>::max()) {
      fail(ErrorKind::overflow, function + ": noise of scale " + describe_value(scale) +
                                    " goes beyond 2^64 - 1; give a smaller scale");
    }
    refused = accepted;
    accepted = 2 * accepted + 1;
  } while (!is_within(accepted));
  while (accepted - refused > 1) {
    const std::uint64_t middle = refused + (accepted - refused) / 2;
    (is_within(middle) ? accepted : refused) = middle;
  }
  return accepted;
}

[[nodiscard]] GeometricTails<> laplace_tails(double scale) {
  return {to_rational(scale), GeometricKind::magnitude};
}

[[nodiscard]] GaussianTails gaussian_tails(double scale) {
  return {gaussian_variance(scale), GaussianKind::magnitude};
}

/// erfc(distance / (scale sqrt 2)), rounded up.
[[nodiscard]] BigFloat integral_tail(double scale, std::uint64_t distance) {
  const WideExponentRange wide;
  BigFloat root(tail_precision);
  mpfr_sqrt_ui(root.get(), 2, MPFR_RNDU);
  mpfr_mul_d(root.get(), root.get(), scale, MPFR_RNDU);
  BigFloat tail(tail_precision);
  mpfr_set_uj(tail.get(), distance, MPFR_RNDD);
  mpfr_div(tail.get(), tail.get(), root.get(), MPFR_RNDD);
  mpfr_erfc(tail.get(), tail.get(), MPFR_RNDU);
  return tail;
}

/// By all tails at once, up to the first that is smaller than any 1 - confidence.
[[nodiscard]] std::uint64_t added_radius(double scale, double confidence) {
  constexpr int bits = std::numeric_limits<double>::digits + 1;
  const auto tails = gaussian_tails(scale).enclose_tails(bits, tail_precision);
  const BigInterval allowed = AllowedTail{confidence}.enclose(tail_precision);
  const auto enough = std::find_if(tails.begin(), tails.end(), [&](const BigInterval& tail) {
    return compare(tail, allowed) == Order::less;
  });
  return static_cast<std::uint64_t>(enough - tails.begin());
}

}  // namespace

double laplace_tail(double scale, std::uint64_t distance) {
  check_noise_scale("laplace_tail", scale);
  if (scale == 0) return 0;
  return strictly([&] {
    const GeometricTails<> tails = laplace_tails(scale);
    return rounded_up(tails.tail(distance).enclose(tail_precision));
  });
}

std::uint64_t laplace_radius(double scale, double confidence) {
  check_noise_scale("laplace_radius", scale);
  check_confidence(confidence, "laplace_radius");
  if (scale == 0) return 0;
  return strictly([&] {
    const GeometricTails<> tails = laplace_tails(scale);
    AllowedTail allowed{confidence};
    const auto is_within = [&](std::uint64_t distance) {
      auto tail = tails.tail(distance);
      return is_less(tail, allowed);
    };
    return least_distance(is_within, "laplace_radius", scale);
  });
}

double gaussian_tail(double scale, std::uint64_t distance) {
  check_noise_scale("gaussian_tail", scale);
  if (scale == 0) return 0;
  return strictly([&] {
    if (scale > largest_added_scale) {
      const mpz_class beyond = mpz_class(static_cast<unsigned long>(distance)) + 1;
      const BigInterval one_side =
          GaussianUpperTail(gaussian_variance(scale), least_expanded_variance)
              .from(beyond, tail_precision);
      return rounded_up(one_side + one_side);
    }
    // From forty scales on every tail is rounded up to the same double, the least above 0.
    const auto far = static_cast<std::uint64_t>(40 * scale) + 1;
    const GaussianTails tails = gaussian_tails(scale);
    return rounded_up(tails.tail(std::min(distance, far)).enclose(tail_precision));
  });
}

double gaussian_tail_bound(double scale, std::uint64_t distance) {
  check_noise_scale("gaussian_tail_bound", scale);
  if (scale == 0) return 0;
  return strictly([&] { return mpfr_get_d(integral_tail(scale, distance).get(), MPFR_RNDU); });
}

std::uint64_t gaussian_radius(double scale, double confidence) {
  check_noise_scale("gaussian_radius", scale);
  check_confidence(confidence, "gaussian_radius");
  if (scale == 0) return 0;
  return strictly([&] {
    if (scale <= largest_added_scale) return added_radius(scale, confidence);
    const BigInterval allowed = AllowedTail{confidence}.enclose(tail_precision);
    const auto is_within = [&](std::uint64_t distance) {
      return mpfr_lessequal_p(integral_tail(scale, distance).get(), allowed.lower().get()) != 0;
    };
    return least_distance(is_within, "gaussian_radius", scale);
  });
}

}  // namespace scrim
