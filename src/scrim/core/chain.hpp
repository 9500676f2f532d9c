// `>>`: one function after another, where the spaces between them agree.
//
// Proof: chain.proof.md
#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>

#include "scrim/core/distance_map.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/space.hpp"

namespace scrim {

/// What comes out of First, type for type, is what Second takes in.
template <class First, class Second>
concept ChainsInto = std::same_as<typename First::OutputDomain, typename Second::InputDomain> &&
                     std::same_as<typename First::OutputMetric, typename Second::InputMetric>;

/// F can be applied to a released value, by itself.
template <class F, class Out>
concept Postprocessing =
    !is_partial<std::remove_cvref_t<F>> && std::invocable<const F&, const Out&>;

/// Throws unless the values behind the agreeing types agree too; names both sides.
template <class First, class Second>
  requires ChainsInto<First, Second>
void check_spaces_agree(const First& first, const Second& second) {
  if (!strictly([&] { return first.output_domain() == second.input_domain(); })) {
    fail(ErrorKind::mismatch, "cannot chain: the first gives " + first.output_domain().describe() +
                                  ", the second takes " + second.input_domain().describe() +
                                  "; make the two domains equal");
  }
  if (!(first.output_metric() == second.input_metric())) {
    fail(ErrorKind::mismatch, "cannot chain: the first gives " + first.output_metric().describe() +
                                  ", the second takes " + second.input_metric().describe() +
                                  "; make the two metrics equal");
  }
}

/// The transformation that applies `first`, then `second`.
template <class DI, class MI, class DM, class MM, class DO, class MO>
[[nodiscard]] Transformation<DI, MI, DO, MO> make_chain(
    const Transformation<DI, MI, DM, MM>& first, const Transformation<DM, MM, DO, MO>& second) {
  check_spaces_agree(first, second);
  return {first.input_domain(),
          first.input_metric(),
          second.output_domain(),
          second.output_metric(),
          chain_functions(first.function(), second.function()),
          chain_maps(first.stability_map(), second.stability_map())};
}

/// The measurement that applies `first`, then releases `second`.
template <class DI, class MI, class DM, class MM, class MO, class Out>
[[nodiscard]] Measurement<DI, MI, MO, Out> make_chain(const Transformation<DI, MI, DM, MM>& first,
                                                      const Measurement<DM, MM, MO, Out>& second) {
  check_spaces_agree(first, second);
  return {first.input_domain(), first.input_metric(), second.output_measure(),
          chain_functions(first.function(), MeasurementAccess::function_of(second)),
          chain_maps(first.stability_map(), second.privacy_map())};
}

/// The measurement whose release is passed through `postprocess`: no privacy is lost by it.
template <class DI, class MI, class MO, class Out, Postprocessing<Out> F>
[[nodiscard]] auto make_postprocess(const Measurement<DI, MI, MO, Out>& measurement,
                                    F postprocess) {
  using Result = std::remove_cvref_t<std::invoke_result_t<const F&, const Out&>>;
  const ValueMap<const Out&, Result> after(
      [postprocess = std::move(postprocess)](const Out& release) -> Result {
        return std::invoke(postprocess, release);
      });
  return Measurement<DI, MI, MO, Result>(
      measurement.input_domain(), measurement.input_metric(), measurement.output_measure(),
      chain_functions(MeasurementAccess::function_of(measurement), after),
      measurement.privacy_map());
}

template <class First, class Second>
  requires ChainsInto<First, Second>
[[nodiscard]] auto operator>>(const First& first, const Second& second) {
  return make_chain(first, second);
}

template <class DI, class MI, class MO, class Out, Postprocessing<Out> F>
[[nodiscard]] auto operator>>(const Measurement<DI, MI, MO, Out>& measurement, F postprocess) {
  return make_postprocess(measurement, std::move(postprocess));
}

// The two operators below are not constrained by what the partial constructor accepts: left so, the
// compiler reports the concept that failed inside the constructor, which is what the user must
// mend.

template <class D, class M, class Build>
[[nodiscard]] auto operator>>(const Space<D, M>& space, const Partial<Build>& then) {
  return then.build(space.domain, space.metric);
}

template <class DI, class MI, class DO, class MO, class Build>
[[nodiscard]] auto operator>>(const Transformation<DI, MI, DO, MO>& first,
                              const Partial<Build>& then) {
  return make_chain(first, then.build(first.output_domain(), first.output_metric()));
}

}  // namespace scrim
