#include "scrim/measurements/noise/noise_tails.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

constexpr Precision sum_precision = 192;
/// Above it sums of a Gaussian are bounded by integrals instead of being added up.
constexpr double largest_added_scale = 1024;
/// In scales: a Gaussian has less than 2^-184 beyond.
constexpr double added_scales = 16;

void check_scale(double scale, const std::string& function) {
  if (std::isfinite(scale) && scale >= 0) return;
  fail(ErrorKind::invalid_argument, function + ": scale is " + describe_value(scale) +
                                        "; give a finite number that is not negative");
}

void check_confidence(double confidence, const std::string& function) {
  if (confidence >= 0 && confidence < 1) return;
  fail(ErrorKind::invalid_argument, function + ": confidence is " + describe_value(confidence) +
                                        "; give a number from 0 on and below 1, such as 0.95");
}

[[nodiscard]] BigInterval one(Precision precision) { return BigInterval::point(precision, 1.0); }

/// 1 - confidence, which is exact in any of the precisions used here.
[[nodiscard]] BigInterval allowed_tail(Precision precision, double confidence) {
  return one(precision) - BigInterval::point(precision, confidence);
}

/// The probability, rounded up; its enclosure may reach beyond 1.
[[nodiscard]] double at_most_one(const BigInterval& probability) {
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

/// 2 q^(distance + 1) / (1 + q) with q = exp(-1 / scale).
[[nodiscard]] BigInterval enclose_laplace_tail(Precision precision, double scale,
                                               std::uint64_t distance) {
  const BigInterval rate = one(precision) / BigInterval::point(precision, scale);
  const BigInterval steps = BigInterval::point(precision, distance) + one(precision);
  return BigInterval::point(precision, 2.0) * exp(-(steps * rate)) / (one(precision) + exp(-rate));
}

/// The weights exp(-z^2 / (2 scale^2)) of a Gaussian that is added up, and what they amount to.
class GaussianWeights {
 public:
  explicit GaussianWeights(double scale) : scale_(BigInterval::point(sum_precision, scale)) {
    const auto count = static_cast<std::uint64_t>(added_scales * scale) + 2;
    for (std::uint64_t z = 1; z <= count; ++z) first_.push_back(at(z));
    for (const BigInterval& weight : first_) all_at_least_ = all_at_least_ + weight + weight;
  }

  /// A lower bound on the sum over all integers.
  [[nodiscard]] const BigInterval& all_at_least() const { return all_at_least_; }

  /// An upper bound on the sum over all z > distance.
  [[nodiscard]] BigInterval beyond_at_most(std::uint64_t distance) const {
    // Where it matters the weights are 0 for all that can be told, so a smaller distance will do.
    std::uint64_t z = std::min(distance, std::numeric_limits<std::uint64_t>::max() / 2);
    BigInterval sum = BigInterval::point(sum_precision, 0.0);
    for (std::size_t i = 0; i < first_.size(); ++i) sum = sum + at(++z);
    return sum + rest_at_most(z + 1);
  }

  /// The least distance at which twice that is below `allowed`, if it is one of those added up:
  /// all of them in one pass, from the far end.
  [[nodiscard]] std::uint64_t least_distance(const BigInterval& allowed) const {
    std::uint64_t distance = first_.size();
    BigInterval beyond = rest_at_most(distance + 1);
    for (; distance > 0; --distance) {
      beyond = beyond + first_[distance - 1];
      if (compare(beyond + beyond, allowed) != Order::less) break;
    }
    return distance;
  }

 private:
  [[nodiscard]] BigInterval at(std::uint64_t z) const {
    const BigInterval ratio = BigInterval::point(sum_precision, z) / scale_;
    return exp(-(ratio * ratio / BigInterval::point(sum_precision, 2.0)));
  }

  /// An upper bound on the sum from `first` on: each is at most so much of the one before.
  [[nodiscard]] BigInterval rest_at_most(std::uint64_t first) const {
    const BigInterval middle =
        BigInterval::point(sum_precision, first) + BigInterval::point(sum_precision, 0.5);
    return at(first) / (one(sum_precision) - exp(-(middle / scale_ / scale_)));
  }

  BigInterval scale_;
  std::vector<BigInterval> first_;  ///< of 1, 2, ...
  BigInterval all_at_least_ = one(sum_precision);
};

/// erfc(distance / (scale sqrt 2)), rounded up.
[[nodiscard]] BigFloat integral_tail(double scale, std::uint64_t distance) {
  const WideExponentRange wide;
  BigFloat root(sum_precision);
  mpfr_sqrt_ui(root.get(), 2, MPFR_RNDU);
  mpfr_mul_d(root.get(), root.get(), scale, MPFR_RNDU);
  BigFloat tail(sum_precision);
  mpfr_set_uj(tail.get(), distance, MPFR_RNDD);
  mpfr_div(tail.get(), tail.get(), root.get(), MPFR_RNDD);
  mpfr_erfc(tail.get(), tail.get(), MPFR_RNDU);
  return tail;
}

}  // namespace

double laplace_tail(double scale, std::uint64_t distance) {
  check_scale(scale, "laplace_tail");
  if (scale == 0) return 0;
  return strictly(
      [&] { return at_most_one(enclose_laplace_tail(sum_precision, scale, distance)); });
}

std::uint64_t laplace_radius(double scale, double confidence) {
  check_scale(scale, "laplace_radius");
  check_confidence(confidence, "laplace_radius");
  if (scale == 0) return 0;
  const auto is_within = [&](std::uint64_t distance) {
    for (Precision precision = first_refinement; precision <= last_refinement; precision *= 2) {
      const Order order = compare(enclose_laplace_tail(precision, scale, distance),
                                  allowed_tail(precision, confidence));
      if (order != Order::undecided) return order == Order::less;
    }
    return false;
  };
  return strictly([&] { return least_distance(is_within, "laplace_radius", scale); });
}

double gaussian_tail(double scale, std::uint64_t distance) {
  check_scale(scale, "gaussian_tail");
  if (scale == 0) return 0;
  return strictly([&] {
    if (scale > largest_added_scale) {
      return mpfr_get_d(integral_tail(scale, distance).get(), MPFR_RNDU);
    }
    const GaussianWeights weights(scale);
    const BigInterval beyond = weights.beyond_at_most(distance);
    return at_most_one((beyond + beyond) / weights.all_at_least());
  });
}

std::uint64_t gaussian_radius(double scale, double confidence) {
  check_scale(scale, "gaussian_radius");
  check_confidence(confidence, "gaussian_radius");
  if (scale == 0) return 0;
  return strictly([&] {
    const BigInterval allowed = allowed_tail(sum_precision, confidence);
    if (scale <= largest_added_scale) {
      const GaussianWeights weights(scale);
      return weights.least_distance(allowed * weights.all_at_least());
    }
    return least_distance(
        [&](std::uint64_t distance) {
          return mpfr_lessequal_p(integral_tail(scale, distance).get(), allowed.lower().get()) != 0;
        },
        "gaussian_radius", scale);
  });
}

}  // namespace scrim
