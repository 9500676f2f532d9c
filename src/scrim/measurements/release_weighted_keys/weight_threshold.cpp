#include "scrim/measurements/release_weighted_keys/weight_threshold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/noise/gaussian_variance.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/measurements/noise/noise_tails.hpp"
#include "scrim/measurements/threshold/delta_of_groups.hpp"
#include "scrim/measurements/threshold/least_threshold.hpp"
#include "scrim/measurements/threshold/threshold_options.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

namespace {

/// So many keys that only one of two neighbours has, each of this weight.
struct KeysOfPersons {
  std::uint64_t weight;
  std::uint64_t keys;
};

/// The ways in which persons can be in keys among which the worst one is.
std::vector<KeysOfPersons> ways_to_weigh(const PersonWeightDistance& metric,
                                         std::uint32_t persons) {
  std::vector<KeysOfPersons> ways;
  const std::uint64_t square = metric.weight * metric.weight;
  std::uint64_t keys = 1;
  while (keys <= metric.groups) {
    const std::uint64_t weight = weight_in_each(metric.weight, keys);
    // The largest number of keys that get as much each: more keys are worse.
    const std::uint64_t last = std::min(metric.groups, square / (weight * weight));
    ways.push_back({weight, last * persons});
    if (persons > 1) ways.push_back({weight * persons, last});
    keys = last + 1;
  }
  return ways;
}

/// P[Z >= least], rounded up, of what `tail` says of both sides.
/// Precondition (caller): least > 0.
template <class Tail>
double upper_weight_tail(const Tail& tail, double scale, std::uint64_t least) {
  return div_up(tail(scale, least - 1), 2.0);
}

double delta_of_keys(double told, std::uint64_t keys) {
  DeltaOfGroups delta;
  delta.add(told, keys);
  return delta.rounded_up();
}

double worst_delta(const PersonWeightDistance& metric, std::uint32_t persons, double scale,
                   std::uint64_t threshold) {
  if (persons == 0) return 0;
  if (threshold <= persons * metric.weight) return 1;
  // Sums of Gaussian weights take milliseconds; what is at most what is known needs none.
  struct Way {
    KeysOfPersons keys;
    double told;
    double delta;
  };
  std::vector<Way> ways;
  for (const KeysOfPersons& keys : ways_to_weigh(metric, persons)) {
    const double told = upper_weight_tail(gaussian_tail_bound, scale, threshold - keys.weight);
    ways.push_back({keys, told, delta_of_keys(told, keys.keys)});
  }
  std::sort(ways.begin(), ways.end(), [](const Way& a, const Way& b) { return a.delta > b.delta; });
  double worst = 0;
  for (const Way& way : ways) {
    if (way.delta <= worst) break;
    const double told =
        std::min(way.told, upper_weight_tail(gaussian_tail, scale, threshold - way.keys.weight));
    worst = std::max(worst, delta_of_keys(told, way.keys.keys));
  }
  return worst;
}

/// How far above 0 the normal law of this scale has a tail of delta, about.
double normal_distance(double scale, double delta) {
  double low = 0;
  double high = 40;
  while (high - low > 1e-9 * high) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > delta ? low : high) = middle;
  }
  return scale * high;
}

void check_weights(const PersonWeightDistance& metric, double scale, const char* who) {
  check_person_weight(metric, who);
  check_noise_scale(who, scale, largest_gaussian_scale);
}

}  // namespace

double weight_threshold_delta(const PersonWeightDistance& metric, std::uint32_t persons,
                              double scale, std::uint64_t threshold) {
  check_weights(metric, scale, "weight_threshold_delta");
  check_threshold("weight_threshold_delta", threshold);
  return strictly([&] { return worst_delta(metric, persons, scale, threshold); });
}

std::uint64_t least_weight_threshold(const PersonWeightDistance& metric, std::uint32_t persons,
                                     double scale, double delta) {
  check_weights(metric, scale, "least_weight_threshold");
  check_wanted_delta(delta, "least_weight_threshold");
  if (persons == 0) return 1;
  const std::uint64_t least = persons * metric.weight;  // at which it is 1
  double guess = 0;
  for (const KeysOfPersons& way : ways_to_weigh(metric, persons)) {
    const double threshold = static_cast<double>(way.weight) +
                             normal_distance(scale, delta / static_cast<double>(way.keys));
    guess = std::max(guess, threshold - static_cast<double>(least));
  }
  return least_threshold_above(
      least, guess,
      [&](std::uint64_t threshold) {
        return worst_delta(metric, persons, scale, threshold) <= delta;
      },
      [&] {
        fail(ErrorKind::overflow, "least_weight_threshold: at scale " + describe_value(scale) +
                                      " a threshold for " + describe_value(persons) +
                                      " persons lies beyond 2^64 - 1; give a smaller scale or a "
                                      "larger delta");
      });
}

double weight_threshold_loss(const PersonWeightDistance& metric, std::uint32_t persons,
                             double scale) {
  check_weights(metric, scale, "weight_threshold_loss");
  if (persons == 0) return 0;
  if (scale == 0) return std::numeric_limits<double>::infinity();
  const Rational moved = to_rational(persons * metric.weight);
  return to_double_up(moved * moved / (2 * gaussian_variance(scale)));
}

}  // namespace scrim
