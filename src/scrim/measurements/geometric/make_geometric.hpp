// Integers under geometric noise to both sides, within public bounds if there are any.
//
// Proof: make_geometric.proof.md
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/kernels/clamp.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Moves what lies outside of bounds to the nearer bound: postprocessing.
template <Integer T>
struct IntoBounds {
  Bounds<T> bounds;

  [[nodiscard]] T operator()(const T& x) const {
    return kernels::clamp_value(x, bounds.lower, bounds.upper);
  }
  [[nodiscard]] std::vector<T> operator()(std::vector<T> xs) const {
    kernels::clamp(std::span<const T>(xs), bounds.lower, bounds.upper, std::span(xs));
    return xs;
  }
};

/// Makes the measurement that adds the difference of two geometric variables, which is discrete
/// Laplace noise, to an integer or to each integer of a vector: P[Z = z] is proportional to
/// exp(-|z| / scale). What lies outside `bounds` afterwards becomes the nearer bound.
///
/// Precondition (compiler): as for make_laplace on integers; floats have no geometric noise.
/// Precondition (checked):  scale is finite and not negative (-0.0 included); lower <= upper.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = laplace_loss(measure, d_in, scale).
/// Cost: that of make_laplace, and a pass over what is released.
template <class D, class M, LaplaceMeasure MO>
  requires LaplaceSpace<D, M>
[[nodiscard]] auto make_geometric(D input_domain, M input_metric, MO output_measure, double scale,
                                  std::optional<Bounds<typename D::Element>> bounds = std::nullopt)
    -> Measurement<D, M, MO, typename D::Carrier> {
  check_noise_scale("make_geometric", scale);
  if (bounds) check_bounds(*bounds, "make_geometric");

  auto noisy = make_laplace(std::move(input_domain), std::move(input_metric),
                            std::move(output_measure), {.scale = scale});
  return bounds ? noisy >> IntoBounds<typename D::Element>{*bounds} : noisy;
}

/// `counts >> then_geometric(MaxDivergence{}, 10.0)`; bounds are of the numbers that are released.
template <LaplaceMeasure MO>
[[nodiscard]] auto then_geometric(MO output_measure, double scale) {
  return Partial{[output_measure, scale](const auto& input_domain, const auto& input_metric) {
    return make_geometric(input_domain, input_metric, output_measure, scale);
  }};
}
template <LaplaceMeasure MO, Integer T>
[[nodiscard]] auto then_geometric(MO output_measure, double scale, Bounds<T> bounds) {
  return Partial{
      [output_measure, scale, bounds](const auto& input_domain, const auto& input_metric) {
        return make_geometric(input_domain, input_metric, output_measure, scale, bounds);
      }};
}

}  // namespace scrim
