// A function of a typed domain and a typed metric, called on those that are known at run time.
#pragma once

#include <concepts>
#include <type_traits>
#include <variant>

#include "scrim/any/any_spaces.hpp"

namespace scrim::any {

template <class Taking, class... Ds, class... Ms, class Visit>
[[nodiscard]] bool visit_pair(const std::variant<Ds...>& domain, const std::variant<Ms...>& metric,
                              const Visit& visit) {
  const auto visit_with = [&]<class D, class M>(const D& typed, std::type_identity<M>) {
    if constexpr (std::invocable<const Taking&, const D&, const M&>) {
      const M* typed_metric = std::get_if<M>(&metric);
      if (typed_metric != nullptr) visit(typed, *typed_metric);
      return typed_metric != nullptr;
    } else {
      return false;
    }
  };
  const auto visit_on = [&]<class D>(std::type_identity<D>) {
    if constexpr ((std::invocable<const Taking&, const D&, const Ms&> || ...)) {
      const D* typed = std::get_if<D>(&domain);
      return typed != nullptr && (visit_with(*typed, std::type_identity<Ms>{}) || ...);
    } else {
      return false;
    }
  };
  return (visit_on(std::type_identity<Ds>{}) || ...);
}

/// Calls visit with the typed domain and metric, if a `Taking` can be called with them; tells
/// whether one can. Code is made for the pairs that are taken and for no other: std::visit would
/// make a function for each of some four hundred.
template <class Taking, class Visit>
[[nodiscard]] bool visit_space(const AnyDomain& domain, const AnyMetric& metric,
                               const Visit& visit) {
  return visit_pair<Taking>(static_cast<const Domains&>(domain),
                            static_cast<const Metrics&>(metric), visit);
}

}  // namespace scrim::any
