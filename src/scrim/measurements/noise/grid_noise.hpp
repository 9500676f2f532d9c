// Noise on doubles: on a grid so fine that rounding to it is nothing beside the noise.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/quantise/from_grid.hpp"

namespace scrim {

/// Noise on a grid: its exponent, and the scale in steps.
struct GridNoise {
  int exponent;
  NoiseOptions steps;
};

/// Precondition (checked): the scale is at least 0 and finite, and so it is in steps; |exponent| <=
///   1022; else an error in the name of `who`.
[[nodiscard]] GridNoise checked_grid_noise(std::string_view who, const NoiseOptions& options);

/// Back from steps to numbers: postprocessing.
struct FromGrid {
  int exponent;

  [[nodiscard]] double operator()(std::int64_t steps) const { return from_grid(steps, exponent); }
  [[nodiscard]] std::vector<double> operator()(const std::vector<std::int64_t>& steps) const {
    return from_grid(std::span(steps), exponent);
  }
};

/// A double with its absolute distance, or a vector of doubles with an Lp distance.
template <int P, class D, class M>
inline constexpr bool is_grid_space = false;
template <int P>
inline constexpr bool is_grid_space<P, AtomDomain<double>, AbsoluteDistance<double>> = true;
template <int P>
inline constexpr bool is_grid_space<P, VectorDomain<AtomDomain<double>>, LpDistance<P, double>> =
    true;

template <class D, class M, int P>
concept GridSpace = is_grid_space<P, D, M>;

}  // namespace scrim
