// Aggregates that are doubles become steps of a public grid.
//
// Proof: make_round_to_grid.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/core/value_map.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"
#include "scrim/transformations/round_to_grid/grid_rounding.hpp"

namespace scrim {

/// Throws unless |exponent| <= 1022.
void check_grid_exponent(int exponent);
/// The number of entries; throws if it is not known.
[[nodiscard]] std::size_t known_entries(const VectorDomain<AtomDomain<double>>& domain);

/// Makes the transformation that rounds a number to the closest multiple of 2^exponent and gives
/// how many steps that is: what is done to rows by make_quantise, done to an aggregate. Numbers
/// beyond 2^62 steps become that many.
///
/// Precondition (checked): the number is never NaN; |exponent| <= 1022.
/// Precondition (caller):  the exponent is public.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = steps_apart(d_in).
[[nodiscard]] inline auto make_round_to_grid(const AtomDomain<double>& input_domain,
                                             AbsoluteDistance<double> input_metric, int exponent)
    -> Transformation<AtomDomain<double>, AbsoluteDistance<double>, AtomDomain<std::int64_t>,
                      AbsoluteDistance<std::uint64_t>> {
  input_domain.require_non_nan("make_round_to_grid");
  check_grid_exponent(exponent);
  ValueMap<const double&, std::int64_t> function(
      [exponent](const double& x) { return round_to_step(x, exponent); });
  auto map = StabilityMap<double, std::uint64_t>::from_monotone(
      [exponent](double d_in) { return steps_apart(d_in, exponent); });
  return {input_domain,
          input_metric,
          atom_domain<std::int64_t>(),
          AbsoluteDistance<std::uint64_t>{},
          std::move(function),
          std::move(map)};
}

namespace detail {

template <class MI, class MO, class Map>
[[nodiscard]] auto round_entries(const VectorDomain<AtomDomain<double>>& input_domain,
                                 MI input_metric, int exponent, Map map)
    -> Transformation<VectorDomain<AtomDomain<double>>, MI, VectorDomain<AtomDomain<std::int64_t>>,
                      MO> {
  input_domain.element.require_non_nan("make_round_to_grid");
  check_grid_exponent(exponent);
  auto output_domain = vector_domain<std::int64_t>().with_size(known_entries(input_domain));
  ValueMap<std::span<const double>, std::vector<std::int64_t>> function(
      [exponent](std::span<const double> in) {
        std::vector<std::int64_t> out(in.size());
        round_to_steps(in, exponent, out);
        return out;
      });
  return {input_domain, input_metric,        std::move(output_domain),
          MO{},         std::move(function), std::move(map)};
}

}  // namespace detail

/// The same for each entry of a vector of a known size, in L1: d_out = steps_apart_l1(d_in).
[[nodiscard]] inline auto make_round_to_grid(const VectorDomain<AtomDomain<double>>& input_domain,
                                             LpDistance<1, double> input_metric, int exponent) {
  const std::size_t size = known_entries(input_domain);
  return detail::round_entries<LpDistance<1, double>, LpDistance<1, std::uint64_t>>(
      input_domain, input_metric, exponent,
      StabilityMap<double, std::uint64_t>::from_monotone(
          [exponent, size](double d_in) { return steps_apart_l1(d_in, exponent, size); }));
}

/// And in L2: d_out = steps_apart_l2(d_in).
[[nodiscard]] inline auto make_round_to_grid(const VectorDomain<AtomDomain<double>>& input_domain,
                                             LpDistance<2, double> input_metric, int exponent) {
  const std::size_t size = known_entries(input_domain);
  return detail::round_entries<LpDistance<2, double>, LpDistance<2, double>>(
      input_domain, input_metric, exponent,
      StabilityMap<double, double>::from_monotone(
          [exponent, size](double d_in) { return steps_apart_l2(d_in, exponent, size); }));
}

/// `mean >> then_round_to_grid(-30) >> then_laplace(MaxDivergence{}, {.scale = 0x1p20})`.
[[nodiscard]] inline auto then_round_to_grid(int exponent) {
  return Partial{[exponent](const auto& input_domain, const auto& input_metric) {
    return make_round_to_grid(input_domain, input_metric, exponent);
  }};
}

}  // namespace scrim
