// From types known at run time to typed constructors, one level at a time.
#pragma once

#include <string_view>
#include <utility>
#include <variant>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/spaces/metric_concepts.hpp"

namespace scrim::any {

/// Calls build(domain, metric) on the typed space, or refuses it if `Accepts<D, M>::value` is
/// false.
template <template <class, class> class Accepts, class Build>
[[nodiscard]] AnyObject build_on(const AnyDomain& domain, const AnyMetric& metric,
                                 std::string_view constructor, std::string_view takes,
                                 const Build& build) {
  return std::visit(
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric) -> AnyObject {
        if constexpr (Accepts<D, M>::value) {
          return build(typed_domain, typed_metric);
        } else {
          refuse_space(constructor, domain, metric, takes);
        }
      },
      domain, metric);
}

template <class D>
inline constexpr bool is_vector_of_numbers = false;
template <Number T>
inline constexpr bool is_vector_of_numbers<VectorDomain<AtomDomain<T>>> = true;

/// Rows of numbers under a dataset metric.
template <class D, class M>
struct NumericDataset : std::bool_constant<is_vector_of_numbers<D> && DatasetMetric<M>> {};

}  // namespace scrim::any
