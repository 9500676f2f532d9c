// Integers under discrete Gaussian noise.
//
// Proof: make_gaussian.proof.md
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/gaussian/gaussian_loss.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// An integer with its absolute distance, or a vector of integers with its L2 distance.
template <class D, class M>
inline constexpr bool is_gaussian_space = false;
template <Integer T, Number Q>
inline constexpr bool is_gaussian_space<AtomDomain<T>, AbsoluteDistance<Q>> = true;
template <Integer T, Number Q>
inline constexpr bool is_gaussian_space<VectorDomain<AtomDomain<T>>, LpDistance<2, Q>> = true;

template <class D, class M>
concept GaussianSpace = is_gaussian_space<D, M>;

/// Throws unless the scale is one of 0 to 2^52.
void check_gaussian_scale(double scale);

/// Adds discrete Gaussian noise, with randomness of the calling thread. What does not fit the type
/// becomes its closest number. Copies share the table that long vectors are drawn from.
class GaussianNoise {
 public:
  /// Precondition (caller): the scale is checked; 0 adds nothing.
  explicit GaussianNoise(double scale);

  template <Integer T>
  [[nodiscard]] T add_to(const T& x) const;
  template <Integer T>
  [[nodiscard]] std::vector<T> add_to(std::span<const T> xs) const;

 private:
  class Adder;
  std::shared_ptr<const Adder> adder_;  ///< none without noise
};

/// Makes the measurement that adds discrete Gaussian noise to an integer, or to each integer of a
/// vector: P[Z = z] is proportional to exp(-z^2 / (2 scale^2)).
///
/// Precondition (compiler): D and M are integers with AbsoluteDistance, or vectors of integers with
///   LpDistance<2>; MO is a GaussianMeasure.
/// Precondition (checked):  scale is at most 2^52 and not negative (-0.0 included).
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = d_in^2 / (2 scale^2), rounded up, or what gaussian_loss says under
///   ProfileDivergence.
/// Cost: some ten nanoseconds an entry of a long vector; a few hundred one by one.
template <class D, class M, GaussianMeasure MO>
  requires GaussianSpace<D, M>
[[nodiscard]] auto make_gaussian(D input_domain, M input_metric, MO output_measure,
                                 NoiseOptions options)
    -> Measurement<D, M, MO, typename D::Carrier> {
  // 1. Refuse what the proof does not cover.
  check_no_grid("make_gaussian", options);
  check_gaussian_scale(options.scale);

  // 2. Say what a release costs.
  using Distance = typename M::Distance;
  using Map = PrivacyMap<Distance, typename MO::Distance>;
  auto privacy_map = Map::from_monotone([output_measure, input_metric, options](Distance d_in) {
    check_distance(d_in, "d_in");
    return gaussian_loss(output_measure, input_metric, cast_up<double>(d_in), options.scale);
  });

  // 3. Add noise.
  ValueMap<ViewOf<D>, typename D::Carrier> function(
      [noise = GaussianNoise(options.scale)](ViewOf<D> value) { return noise.add_to(value); });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(function), std::move(privacy_map)};
}

/// `sums >> then_gaussian(ZeroConcentratedDivergence{}, {.scale = 10.0})`.
template <GaussianMeasure MO>
[[nodiscard]] auto then_gaussian(MO output_measure, NoiseOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_gaussian(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
