// A function of a typed domain and a typed metric, called on those that are known at run time.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

#include "scrim/any/any_spaces.hpp"

namespace scrim::any {

/// Pairs of a domain and a metric, by their places in Domains and Metrics.
struct SpacePlaces {
  struct Place {
    std::size_t domain;
    std::size_t metric;
  };
  std::array<Place, std::variant_size_v<Domains> * std::variant_size_v<Metrics>> at{};
  std::size_t number = 0;
};

/// The pairs that Visit can be called with.
template <class Visit, class... Ds, class... Ms>
consteval SpacePlaces places_taken(std::type_identity<std::variant<Ds...>> /*domains*/,
                                   std::type_identity<std::variant<Ms...>> /*metrics*/) {
  SpacePlaces places;
  std::size_t place = 0;
  const auto on_pair = [&](bool is_taken) {
    if (is_taken) places.at[places.number++] = {place / sizeof...(Ms), place % sizeof...(Ms)};
    ++place;
  };
  const auto on_domain = [&]<class D>(std::type_identity<D>) {
    (on_pair(std::invocable<const Visit&, const D&, const Ms&>), ...);
  };
  (on_domain(std::type_identity<Ds>{}), ...);
  return places;
}

/// Calls visit with the typed domain and metric, if there is such a call; tells whether there was.
/// Code is made for these pairs and for no other: std::visit would make a function for each of some
/// four hundred.
template <class Visit>
[[nodiscard]] bool visit_space(const AnyDomain& domain, const AnyMetric& metric,
                               const Visit& visit) {
  static constexpr SpacePlaces places =
      places_taken<Visit>(std::type_identity<Domains>{}, std::type_identity<Metrics>{});
  const auto visit_at = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    constexpr SpacePlaces::Place place = places.at[I];
    if (domain.index() != place.domain || metric.index() != place.metric) return false;
    visit(std::get<place.domain>(domain), std::get<place.metric>(metric));
    return true;
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (visit_at(std::integral_constant<std::size_t, I>{}) || ...);
  }(std::make_index_sequence<places.number>{});
}

}  // namespace scrim::any
