#include "scrim/measurements/threshold/threshold_delta.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/measurements/noise/noise_tails.hpp"
#include "scrim/measurements/threshold/delta_of_groups.hpp"
#include "scrim/measurements/threshold/least_threshold.hpp"
#include "scrim/measurements/threshold/threshold_options.hpp"
#include "scrim/measurements/threshold/unit_spreads.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

namespace {

/// P[|Z| > distance], rounded up, of noise of this scale.
using TailOfNoise = double (*)(double scale, std::uint64_t distance);

/// P[Z >= least], rounded up: half of both tails, as noise is symmetric.
/// Precondition (caller): least > 0.
double upper_tail(TailOfNoise tail, double scale, std::uint64_t least) {
  // Exact, but for subnormal numbers, which lose a bit.
  return div_up(tail(scale, least - 1), 2.0);
}

double spread_delta(const KeyedChange& d, TailOfNoise tail, double scale, std::uint64_t threshold) {
  if (d == KeyedChange()) return 0;
  if (threshold <= d.in_each()) return 1;
  const auto release_of = [&](std::uint64_t count) {
    return upper_tail(tail, scale, threshold - count);
  };
  const double full = release_of(d.in_each());
  const double single = d.in_each() == 1 ? full : release_of(1);
  double worst = 0;
  for (const UnitSpread& spread : worst_unit_spreads(d)) {
    DeltaOfGroups delta;
    delta.add(full, spread.full);
    delta.add(single, spread.single);
    if (spread.partial != 0) delta.add(release_of(spread.partial), 1);
    worst = std::max(worst, delta.rounded_up());
  }
  return worst;
}

double checked_delta(const KeyedChange& d, TailOfNoise tail, double scale, std::uint64_t threshold,
                     const char* who) {
  check_threshold(who, threshold);
  return strictly([&] { return spread_delta(d, tail, scale, threshold); });
}

/// The least threshold above d.in_each() at which the delta is small enough, looked for around a
/// guess of how far above it.
std::uint64_t least_threshold(const KeyedChange& d, TailOfNoise tail, double scale, double delta,
                              double guess, const char* who) {
  check_wanted_delta(delta, who);
  if (d == KeyedChange()) return 1;
  return least_threshold_above(
      d.in_each(), guess,
      [&](std::uint64_t threshold) { return spread_delta(d, tail, scale, threshold) <= delta; },
      [&] {
        fail(ErrorKind::overflow,
             std::string(who) + ": at scale " + describe_value(scale) + " a threshold for " +
                 describe_distance(d) +
                 " lies beyond 2^64 - 1; give a smaller scale or a larger delta");
      });
}

}  // namespace

double laplace_threshold_delta(const KeyedChange& d, double scale, std::uint64_t threshold) {
  check_noise_scale("laplace_threshold_delta", scale);
  return checked_delta(d, laplace_tail, scale, threshold, "laplace_threshold_delta");
}

double gaussian_threshold_delta(const KeyedChange& d, double scale, std::uint64_t threshold) {
  check_noise_scale("gaussian_threshold_delta", scale, largest_gaussian_scale);
  return checked_delta(d, gaussian_tail, scale, threshold, "gaussian_threshold_delta");
}

std::uint64_t least_laplace_threshold(const KeyedChange& d, double scale, double delta) {
  check_noise_scale("least_laplace_threshold", scale);
  const double guess = scale * std::log(std::max(1.0, static_cast<double>(d.groups()) / delta));
  return least_threshold(d, laplace_tail, scale, delta, guess, "least_laplace_threshold");
}

std::uint64_t least_gaussian_threshold(const KeyedChange& d, double scale, double delta) {
  check_noise_scale("least_gaussian_threshold", scale, largest_gaussian_scale);
  const double groups = static_cast<double>(d.groups());
  const double guess = scale * std::sqrt(2 * std::log(std::max(1.0, groups / delta)));
  return least_threshold(d, gaussian_tail, scale, delta, guess, "least_gaussian_threshold");
}

}  // namespace scrim
