// What one row can do to a sum, and which sums are refused for it.
#pragma once

#include <cstdint>
#include <limits>

#include "scrim/core/row_edits_map.hpp"
#include "scrim/numbers/int128.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/spaces/known_size.hpp"

namespace scrim {

/// The least and the largest term of a sum, whatever the type of its rows.
struct SumBounds {
  int128 lower;
  int128 upper;

  friend bool operator==(const SumBounds&, const SumBounds&) = default;
};

/// Throws invalid_argument if a term may reach 2^62 in absolute value, or if the sum of so many
/// rows as are known may not fit 64 bits.
void check_sum(const SumBounds& bounds, const KnownSize& size);

/// max(|lower|, |upper|) for a row that is added or removed, upper - lower for one that is changed.
/// Precondition (caller): check_sum does not throw.
[[nodiscard]] EditSensitivity sum_sensitivity(const SumBounds& bounds) noexcept;

/// The bounds that a domain declares, else those of its type.
template <Integer T>
[[nodiscard]] Bounds<T> row_bounds(const AtomDomain<T>& domain) {
  using Limits = std::numeric_limits<T>;
  return domain.bounds.value_or(Bounds<T>{Limits::min(), Limits::max()});
}

}  // namespace scrim
