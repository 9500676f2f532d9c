// What every domain offers.
#pragma once

#include <concepts>
#include <string>

namespace scrim {

/// A set of values of one carrier type, with a decidable membership. Two domains that compare
/// equal contain the same values.
template <class D>
concept Domain = std::copyable<D> && std::equality_comparable<D> &&
                 requires(const D& domain, const typename D::Carrier& value) {
                   { domain.contains(value) } -> std::same_as<bool>;
                   { domain.describe() } -> std::same_as<std::string>;
                 };

}  // namespace scrim
