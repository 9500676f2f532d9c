// Integers under discrete Laplace noise.
//
// Proof: make_laplace.proof.md
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/measurements/laplace/laplace_loss.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// An integer with its absolute distance, or a vector of integers with its L1 distance.
template <class D, class M>
inline constexpr bool is_laplace_space = false;
template <Integer T, Number Q>
inline constexpr bool is_laplace_space<AtomDomain<T>, AbsoluteDistance<Q>> = true;
template <Integer T, Number Q>
inline constexpr bool is_laplace_space<VectorDomain<AtomDomain<T>>, LpDistance<1, Q>> = true;

template <class D, class M>
concept LaplaceSpace = is_laplace_space<D, M>;

/// Adds discrete Laplace noise, with randomness of the calling thread. What does not fit the type
/// becomes its closest number. Copies share the table that long vectors are drawn from.
class LaplaceNoise {
 public:
  /// Precondition (caller): scale is finite and at least 0; 0 adds nothing.
  explicit LaplaceNoise(double scale);

  template <Integer T>
  [[nodiscard]] T add_to(const T& x) const;
  template <Integer T>
  [[nodiscard]] std::vector<T> add_to(std::span<const T> xs) const;

 private:
  class Adder;
  std::shared_ptr<const Adder> adder_;  ///< none without noise
};

/// Makes the measurement that adds discrete Laplace noise to an integer, or to each integer of a
/// vector: P[Z = z] is proportional to exp(-|z| / scale).
///
/// Precondition (compiler): D and M are integers with AbsoluteDistance, or vectors of integers with
///   LpDistance<1>; MO is a LaplaceMeasure.
/// Precondition (checked):  scale is finite and not negative (-0.0 included).
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = laplace_loss(measure, d_in, scale).
/// Cost: some ten nanoseconds an entry of a long vector; a hundred one by one.
template <class D, class M, LaplaceMeasure MO>
  requires LaplaceSpace<D, M>
[[nodiscard]] auto make_laplace(D input_domain, M input_metric, MO output_measure,
                                NoiseOptions options)
    -> Measurement<D, M, MO, typename D::Carrier> {
  // 1. Refuse what the proof does not cover.
  check_no_grid("make_laplace", options);
  check_noise_scale("make_laplace", options.scale);

  // 2. Say what a release costs.
  using Distance = typename M::Distance;
  using Map = PrivacyMap<Distance, typename MO::Distance>;
  auto privacy_map = Map::from_monotone([output_measure, options](Distance d_in) {
    check_distance(d_in, "d_in");
    return laplace_loss(output_measure, cast_up<double>(d_in), options.scale);
  });

  // 3. Add noise.
  ValueMap<ViewOf<D>, typename D::Carrier> function(
      [noise = LaplaceNoise(options.scale)](ViewOf<D> value) { return noise.add_to(value); });
  return {std::move(input_domain), std::move(input_metric), std::move(output_measure),
          std::move(function), std::move(privacy_map)};
}

/// `counts >> then_laplace(MaxDivergence{}, {.scale = 10.0})`.
template <LaplaceMeasure MO>
[[nodiscard]] auto then_laplace(MO output_measure, NoiseOptions options) {
  return Partial{[output_measure, options](const auto& input_domain, const auto& input_metric) {
    return make_laplace(input_domain, input_metric, output_measure, options);
  }};
}

}  // namespace scrim
