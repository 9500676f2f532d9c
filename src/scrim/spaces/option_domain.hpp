// The domain of values that may be missing.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "scrim/spaces/domain_concept.hpp"

namespace scrim {

/// Null, and the values of `element`.
template <Domain D>
struct OptionDomain {
  using Carrier = std::optional<typename D::Carrier>;
  using Element = typename D::Carrier;

  D element;

  [[nodiscard]] bool contains(const Carrier& value) const {
    return !value || element.contains(*value);
  }

  [[nodiscard]] std::string describe() const { return "option_domain(" + element.describe() + ")"; }

  friend bool operator==(const OptionDomain&, const OptionDomain&) = default;
};

template <Domain D>
OptionDomain(D) -> OptionDomain<D>;

/// `option_domain(atom_domain<double>())`.
template <Domain D>
[[nodiscard]] OptionDomain<D> option_domain(D element) {
  return {std::move(element)};
}

}  // namespace scrim
